#include "policy/cfengine/functions/text/mustache.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <optional>

namespace vow::cfengine {

namespace {

using Node = TemplateNode;

/// One tag: its content and its place in the template.
struct Tag {
    char sigil; ///< 0 for a plain variable
    std::string_view name;
    std::size_t begin, end;
};

bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t\r") == text.npos;
}

class MustacheReader {
public:
    explicit MustacheReader(std::string_view text) : text_(text) {}

    std::variant<std::vector<Node>, TemplateError> read() {
        while (auto tag = next_tag())
            add(*tag);
        if (!error_ && open_.size() > 1)
            fail(
                "section '" + std::string(open_.back().text) + "' does not end", open_.back().text
            );
        if (error_) return *std::move(error_);
        add_text(text_.size());
        return std::move(open_[0].children);
    }

private:
    static constexpr std::size_t max_depth = 500;

    std::optional<Tag> next_tag() {
        if (error_) return std::nullopt;
        const auto begin = text_.find(opening_, at_);
        if (begin == text_.npos) return std::nullopt;
        const auto inside = begin + opening_.size();
        const bool is_triple = opening_ == "{{" && text_.substr(inside).starts_with('{');
        const std::string closing = is_triple ? "}}}" : closing_;
        const auto close = text_.find(closing, inside);
        if (close == text_.npos) {
            const auto rest = text_.substr(begin);
            fail("no end of the tag at '" + std::string(rest.substr(0, 20)) + "'", rest);
            return std::nullopt;
        }
        auto name = trimmed(text_.substr(inside, close - inside));
        const bool has_sigil =
            !name.empty() && std::string_view("#^/!={&$%").find(name[0]) != name.npos;
        const char sigil = has_sigil ? name[0] : '\0';
        if (has_sigil) name = trimmed(name.substr(1));
        return Tag{sigil, name, begin, close + closing.size()};
    }

    void add(const Tag& tag) {
        if (tag.name.empty() && tag.sigil == '\0') return add_text(tag.end); // {{}} is text
        const bool may_stand_alone =
            std::string_view("#^/!=").find(tag.sigil) != std::string_view::npos;
        const auto line = tag.sigil != '\0' && may_stand_alone ? own_line(tag) : std::nullopt;
        add_text(line ? line->begin : tag.begin);
        at_ = line ? line->end : tag.end;
        apply(tag);
    }

    struct Line {
        std::size_t begin, end;
    };

    /// The line of a tag that is alone on it.
    std::optional<Line> own_line(const Tag& tag) const {
        const auto break_before = text_.rfind('\n', tag.begin);
        const auto begin = tag.begin == 0 || break_before == text_.npos ? 0 : break_before + 1;
        const auto break_after = text_.find('\n', tag.end);
        const auto end = break_after == text_.npos ? text_.size() : break_after;
        if (begin < at_ || !is_blank(text_.substr(begin, tag.begin - begin)) ||
            !is_blank(text_.substr(tag.end, end - tag.end)))
            return std::nullopt;
        return Line{begin, std::min(end + 1, text_.size())};
    }

    void apply(const Tag& tag) {
        switch (tag.sigil) {
        case '!': return;
        case '=': return change_delimiters(tag.name);
        case '#': return open(Node::Kind::section, tag.name);
        case '^': return open(Node::Kind::inverted_section, tag.name);
        case '/': return close(tag.name);
        case '{':
        case '&': return add_variable(tag.name, Node::Conversion::raw);
        case '$': return add_variable(tag.name, Node::Conversion::compact);
        case '%': return add_variable(tag.name, Node::Conversion::pretty);
        default: return add_variable(tag.name, Node::Conversion::escaped);
        }
    }

    /// `where` is a part of the template.
    void fail(std::string message, std::string_view where) {
        const auto offset = static_cast<std::size_t>(where.data() - text_.data());
        error_ = {.message = std::move(message), .offset = offset};
    }

    void add_text(std::size_t end) {
        if (end > at_)
            open_.back().children.push_back(
                {.kind = Node::Kind::text, .text = text_.substr(at_, end - at_)}
            );
        at_ = end;
    }

    void add_variable(std::string_view name, Node::Conversion conversion) {
        if (name == "@") open_.back().uses_key = true;
        open_.back().children.push_back(
            {.kind = Node::Kind::variable, .text = name, .conversion = conversion}
        );
    }

    void open(Node::Kind kind, std::string_view name) {
        if (open_.size() == max_depth) fail("sections are nested too deep", name);
        open_.push_back({.kind = kind, .text = name});
    }

    void close(std::string_view name) {
        if (open_.size() == 1) {
            fail("section '" + std::string(name) + "' ends but is not open", name);
            return;
        }
        Node section = std::move(open_.back());
        open_.pop_back();
        open_.back().children.push_back(std::move(section));
    }

    /// `<% %>=`: the new delimiters, separated by a blank.
    void change_delimiters(std::string_view spec) {
        if (spec.ends_with('=')) spec.remove_suffix(1);
        spec = trimmed(spec);
        const auto blank = spec.find_first_of(" \t");
        if (blank == spec.npos) {
            fail("'" + std::string(spec) + "' are not delimiters", spec);
            return;
        }
        opening_ = spec.substr(0, blank);
        closing_ = trimmed(spec.substr(blank));
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::string opening_ = "{{";
    std::string closing_ = "}}";
    std::vector<Node> open_ = {{.kind = Node::Kind::section}}; ///< the outermost is the template
    std::optional<TemplateError> error_ = {};
};

} // namespace

std::variant<std::vector<TemplateNode>, TemplateError> read_template(std::string_view text) {
    return MustacheReader(text).read();
}

} // namespace vow::cfengine
