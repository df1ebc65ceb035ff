#include "protocol/harness/relocation.h"

#include "protocol/data/text_mapping.h"
#include "protocol/text/canonical_name.h"

namespace vow::harness {
namespace {

std::string with_other(std::string text, std::string_view part, std::string_view other) {
    if (part.empty()) return text;
    for (std::size_t at = text.find(part); at != std::string::npos;
         at = text.find(part, at + other.size()))
        text.replace(at, part.size(), other);
    return text;
}

} // namespace

SentPromise
relocated(const SentPromise& promise, const std::string& folder, const std::string& to) {
    const auto move = [&](std::string_view text) {
        return with_other(std::string(text), folder, to);
    };
    SentPromise moved{.type = promise.type, .promiser = move(promise.promiser)};
    for (const auto& [name, value] : promise.attributes)
        moved.attributes.emplace_back(name, with_changed_texts(value, move));
    return moved;
}

std::string without_folder(std::string text, const std::string& folder) {
    constexpr std::string_view placeholder = "{{tmp}}";
    text = with_other(std::move(text), folder, placeholder);
    return with_other(std::move(text), canonified(folder), placeholder);
}

} // namespace vow::harness
