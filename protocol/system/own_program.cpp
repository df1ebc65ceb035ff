#include "protocol/system/own_program.h"

#include <system_error>

namespace vow {

const std::filesystem::path& own_program() {
    static const std::filesystem::path program = [] {
        std::error_code none;
        return std::filesystem::read_symlink("/proc/self/exe", none);
    }();
    return program;
}

} // namespace vow
