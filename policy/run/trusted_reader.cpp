#include "policy/run/trusted_reader.h"

namespace vow {

Answer<TrustedText> TrustedReader::read(const std::string& path, std::size_t most) const {
    auto text = within(most, host_.read_trusted_file(path, most + 1));
    if (!text) return {.why_not = std::move(text.why_not)};
    return {.value = TrustedText(*std::move(text.value))};
}

} // namespace vow
