#include "tests/support/source_folder.h"

namespace vow::tests {

std::string in_source_folder(const std::string& name) {
    return VOW_SOURCE_DIR "/" + name;
}

} // namespace vow::tests
