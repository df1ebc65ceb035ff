#include "agent/review/views.h"

namespace vow::agent {

int write_report(const Options&, Reading&) {
    return 0;
}

} // namespace vow::agent
