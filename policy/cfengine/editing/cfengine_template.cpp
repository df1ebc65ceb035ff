#include "policy/cfengine/editing/file_template.h"

#include <algorithm>
#include <optional>

namespace vow::cfengine {

namespace {

constexpr std::string_view opening = "[%CFEngine";
constexpr std::string_view closing = "%]";
constexpr std::string_view template_blanks = " \t\r\n";

std::string_view without_ends(std::string_view text) {
    const auto last = text.find_last_not_of("\r\n");
    return text.substr(0, last == text.npos ? 0 : last + 1);
}

/// Removes the next word from a line and returns it.
std::string_view take_word(std::string_view& line) {
    line.remove_prefix(std::min(line.find_first_not_of(template_blanks), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(template_blanks));
    line.remove_prefix(word.size());
    return word;
}

/// The word in the brackets; nullopt when they are not closed.
std::optional<std::string_view> directive_of(std::string_view line) {
    line.remove_prefix(opening.size());
    const std::string_view word = take_word(line);
    return take_word(line).starts_with(closing) ? std::optional(word) : std::nullopt;
}

class TemplateReader {
public:
    explicit TemplateReader(const std::function<bool(std::string_view)>& holds) : holds_(holds) {}

    std::variant<std::vector<TemplateBlock>, BadTemplate> read(std::string_view text) {
        for (std::size_t at = 0; at < text.size() && error_.empty();) {
            const std::string_view line = text.substr(at, text.find('\n', at) - at);
            place_ = static_cast<std::uint32_t>(at);
            at += line.size() + 1;
            ++line_;
            if (line.starts_with(opening))
                direct(line);
            else if (holds_(classes_))
                take(line);
        }
        if (!error_.empty()) return BadTemplate{std::move(error_)};
        return std::move(blocks_);
    }

private:
    void take(std::string_view line) {
        if (in_block_)
            block_.append(line).append("\n");
        else
            blocks_.push_back({std::string(without_ends(line)), place_});
    }

    void direct(std::string_view line) {
        const auto directive = directive_of(line);
        if (!directive) return fail("syntax error, missing close \"%]\" at line ");
        if (*directive == "BEGIN") {
            if (in_block_) fail("contains nested blocks which are not allowed, near line ");
            in_block_ = true;
            block_place_ = place_;
            outer_classes_ = classes_;
        } else if (*directive == "END") {
            if (!in_block_) return;
            in_block_ = false;
            classes_ = outer_classes_;
            if (holds_(classes_))
                blocks_.push_back({std::string(without_ends(block_)), block_place_});
            block_.clear();
        } else if (directive->ends_with("::")) {
            classes_ = directive->substr(0, directive->size() - 2);
        } else {
            fail("has an unknown directive at line ");
        }
    }

    void fail(std::string_view message) { error_ = std::string(message) + std::to_string(line_); }

    const std::function<bool(std::string_view)>& holds_;
    std::vector<TemplateBlock> blocks_;
    std::string error_;
    std::string_view classes_ = "any";
    std::string_view outer_classes_ = "any";
    bool in_block_ = false;
    std::string block_;
    std::uint32_t block_place_ = 0;
    std::uint32_t place_ = 0; ///< of the line that is being read
    std::uint32_t line_ = 0;
};

} // namespace

std::variant<std::vector<TemplateBlock>, BadTemplate>
read_cfengine_template(std::string_view text, const std::function<bool(std::string_view)>& holds) {
    return TemplateReader(holds).read(text);
}

} // namespace vow::cfengine
