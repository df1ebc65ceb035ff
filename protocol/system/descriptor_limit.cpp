#include "protocol/system/descriptor_limit.h"

namespace vow {

const rlimit& initial_descriptor_limit() {
    static const rlimit initial = [] {
        rlimit limit = {};
        ::getrlimit(RLIMIT_NOFILE, &limit);
        return limit;
    }();
    return initial;
}

void raise_descriptor_limit() {
    rlimit limit = initial_descriptor_limit();
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

} // namespace vow
