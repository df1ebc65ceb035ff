#include "modules/sdk/cpp/file_descriptor.h"

#include <unistd.h>

namespace vow::modules {

bool FileDescriptor::reset() {
    if (number_ < 0) return true;
    return close(std::exchange(number_, -1)) == 0;
}

} // namespace vow::modules
