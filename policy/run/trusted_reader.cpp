#include "policy/run/trusted_reader.h"

namespace vow {

CheckedAnswer<TrustedText>
TrustedReader::read(const std::string& path, std::size_t max_bytes) const {
    using Checked = CheckedAnswer<TrustedText>;
    auto read = host_.read_trusted_file(path, max_bytes + 1);
    if (read.objection) return Checked::refused(*std::move(read.objection));
    auto text = within(max_bytes, std::move(read));
    if (!text) return Checked::of({.why_not = std::move(text.why_not)});
    return Checked::of({.value = TrustedText(*std::move(text.value))});
}

} // namespace vow
