#include "protocol/wire/header.h"

#include "protocol/text/text.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace vow::wire {
namespace {

constexpr int max_protocol = 1;

/// The words between blanks.
std::vector<std::string_view> header_words(std::string_view line) {
    auto words = split_at(line, ' ');
    std::erase(words, std::string_view());
    return words;
}

/// 1 for "v1".
std::optional<int> protocol_of(std::string_view word) {
    int number = 0;
    if (!word.starts_with('v')) return std::nullopt;
    const auto [end, error] = std::from_chars(word.data() + 1, word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size() || number < 1) return std::nullopt;
    return number;
}

std::optional<Variant> variant_of(std::string_view flag) {
    if (flag == "line_based") return Variant::line_based;
    if (flag == "json_based") return Variant::json_based;
    return std::nullopt;
}

std::string_view text_of(Variant variant) {
    return variant == Variant::line_based ? "line_based" : "json_based";
}

} // namespace

bool Header::has(std::string_view flag) const {
    return std::find(flags.begin(), flags.end(), flag) != flags.end();
}

std::string agent_header() {
    return "cf-agent " + std::string(agent_version) + " v1\n\n";
}

std::string header_text(const Header& header) {
    std::string text = header.name + " " + header.version + " v1 ";
    text += text_of(header.variant);
    for (const std::string& flag : header.flags)
        text += " " + flag;
    return text + "\n\n";
}

std::variant<Header, HeaderError> parse_header(std::string_view line) {
    const std::vector<std::string_view> words = header_words(line);
    if (words.size() < 4) {
        return HeaderError{
            "has " + std::to_string(words.size()) + (words.size() == 1 ? " part" : " parts") +
            ", not at least four"};
    }
    // A name with blanks in it shows here: then the third word is not a protocol version.
    const std::optional<int> protocol = protocol_of(words[2]);
    if (!protocol) {
        return HeaderError{
            "has '" + std::string(words[2]) + "' where the protocol version belongs"};
    }
    if (*protocol > max_protocol) {
        return HeaderError{
            "requires protocol version " + std::string(words[2]) +
            ", and this agent speaks v1 only"};
    }

    Header header{.name = std::string(words[0]), .version = std::string(words[1])};
    std::size_t variants = 0;
    for (std::size_t i = 3; i < words.size(); ++i) {
        if (const auto variant = variant_of(words[i])) {
            header.variant = *variant;
            ++variants;
        } else {
            header.flags.emplace_back(words[i]);
        }
    }
    if (variants == 0) {
        header.remarks.emplace_back(
            "names neither 'line_based' nor 'json_based'; taking it for line_based"
        );
    } else if (variants > 1) {
        header.remarks.push_back(
            "names more than one protocol variant; taking the last one, " +
            std::string(text_of(header.variant))
        );
    }
    return header;
}

} // namespace vow::wire
