#include "policy/otterscript/run/execution.h"

namespace vow::otterscript {

std::string_view status_name(Status status) {
    switch (status) {
    case Status::normal: return "normal";
    case Status::warning: return "warning";
    case Status::error: return "error";
    }
    return {};
}

} // namespace vow::otterscript
