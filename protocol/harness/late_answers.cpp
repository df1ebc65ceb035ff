#include "protocol/harness/late_answers.h"

#include <cerrno>
#include <new>
#include <system_error>

#include <sys/mman.h>

namespace vow::harness {

LateAnswers::LateAnswers() {
    using Count = std::atomic<int>;
    void* const memory =
        ::mmap(nullptr, sizeof(Count), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
    count_ = {new (memory) Count(0), [](Count* count) { ::munmap(count, sizeof(Count)); }};
}

} // namespace vow::harness
