#include "policy/cfengine/program/text.h"

#include "policy/cfengine/values/variable_name.h"

#include <algorithm>
#include <functional>

namespace vow::cfengine {
namespace {

/// Whether the text between a reference's brackets can name a variable. Blanks, quotes and slashes
/// are allowed in indices only: `$(date +%s)` in a shell command is literal.
bool may_name_variable(std::string_view inner) {
    int depth = 0;
    for (const char letter : inner) {
        if (letter == '[') ++depth;
        if (letter == ']') --depth;
        const bool word = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                          (letter >= '0' && letter <= '9');
        if (depth > 0 || word ||
            std::string_view("_.:#-$@(){}[]").find(letter) != std::string_view::npos) {
            continue;
        }
        return false;
    }
    return !inner.empty();
}

/// No author nests references more deeply; such ones stay literal.
constexpr std::size_t max_nesting = 100;

/// The end of the bracket that opens at `open`; npos if it is not closed, or holds too deep a
/// nesting. Without that limit, a text of brackets that are not closed would be read to its end
/// from each of them.
std::size_t closing_bracket(std::string_view text, std::size_t open) {
    std::string expected;
    int index_depth = 0;
    for (std::size_t at = open; at < text.size(); ++at) {
        if (text[at] == '[') ++index_depth;
        if (text[at] == ']' && index_depth > 0) --index_depth;
        // A key may hold brackets of its own: $(array[key(1)]).
        const bool begins =
            at == open || index_depth > 0 || text[at - 1] == '$' || text[at - 1] == '@';
        if (begins && text[at] == '(')
            expected += ')';
        else if (begins && text[at] == '{')
            expected += '}';
        else if (!expected.empty() && text[at] == expected.back()) {
            expected.pop_back();
            if (expected.empty()) return at;
        }
        if (expected.size() > max_nesting) return std::string_view::npos;
    }
    return std::string_view::npos;
}

/// The place of the next `$` or `@`, or the end of the text.
std::size_t find_sigil(std::string_view text, std::size_t from) {
    const std::size_t dollar = text.find('$', from);
    const std::size_t at = text.substr(0, dollar).find('@', from);
    return std::min({dollar, at, text.size()});
}

/// Whether a text is a part of another in memory, and not merely equal to one.
bool is_within(std::string_view part, std::string_view whole) {
    const std::less_equal<> is_before; // of any pointers
    return is_before(whole.data(), part.data()) &&
           is_before(part.data() + part.size(), whole.data() + whole.size());
}

} // namespace

class TextCompiler {
public:
    TextCompiler(
        std::string_view name_space, Names& names, TextPart part, SharedTexts::References* known
    )
        : name_space_(name_space),
          names_(names),
          part_(part),
          known_(known) {}

    Text text(std::string_view source) {
        if (find_sigil(source, 0) == source.size()) return Text(source);
        std::vector<Text::Part> parts;
        std::string literal;
        const auto flush = [&] {
            if (literal.empty()) return;
            parts.push_back({.literal = SharedText(literal), .reference = nullptr});
            literal.clear();
        };
        for (std::size_t at = 0; at < source.size();) {
            const std::size_t sigil = find_sigil(source, at);
            literal += source.substr(at, sigil - at);
            at = sigil;
            if (at == source.size()) break;
            const bool opens =
                at + 1 < source.size() && (source[at + 1] == '(' || source[at + 1] == '{');
            const std::size_t end = opens ? closing_bracket(source, at + 1) : source.npos;
            const bool is_reference =
                end != source.npos && may_name_variable(source.substr(at + 2, end - at - 2));
            if (!is_reference) {
                literal += source[at++];
                continue;
            }
            flush();
            parts.push_back({.literal = {}, .reference = shared(source.substr(at, end + 1 - at))});
            at = end + 1;
        }
        if (parts.empty()) return Text(literal);
        flush();
        parts.shrink_to_fit();
        return Text(std::move(parts));
    }

private:
    Reference reference(std::string_view source) {
        const std::string_view inner = source.substr(2, source.size() - 3);
        Reference made{
            .shape = source[0] == '$' ? Reference::Shape::scalar : Reference::Shape::list,
            .source = std::string(source),
            .part = part_};
        made.fixed = fixed(inner);
        if (!made.fixed) made.name = text(inner);
        return made;
    }

    std::optional<Reference::FixedName> fixed(std::string_view inner) {
        const std::string_view plain = inner.substr(0, inner.find('['));
        if (plain.find_first_of("$@") != plain.npos) return {};
        const auto name = read_variable_name(inner);
        if (!name) return {};
        Reference::FixedName made{
            .bundle = {},
            .name = names_.symbol(name->name),
            .indices = {},
            .qualification = name->qualification()};
        if (!name->bundle.empty()) {
            const auto space = name->name_space.empty() ? name_space_ : name->name_space;
            made.bundle = names_.symbol(qualified_bundle(space, name->bundle));
        }
        for (const auto index : name->indices)
            made.indices.push_back(text(index));
        made.default_bundle = default_bundle(*name, made);
        return made;
    }

    /// None for a name with references in it: the reference agent looks it up before it expands the
    /// value.
    std::optional<Symbol>
    default_bundle(const VariableName& name, const Reference::FixedName& made) const {
        const bool is_open = !name.bundle.empty() && name.name_space.empty();
        if (part_ == TextPart::promiser || !is_open || name_space_ == "default") return {};
        if (!std::ranges::all_of(made.indices, &Text::is_literal)) return {};
        return names_.symbol(qualified_bundle("default", name.bundle));
    }

    std::shared_ptr<const Reference> shared(std::string_view source) {
        if (known_ == nullptr) return std::make_shared<const Reference>(reference(source));
        const SharedTexts::Key key = {source, name_space_, part_};
        if (const auto found = known_->find(key); found != known_->end()) return found->second;
        auto made = std::make_shared<const Reference>(reference(source));
        known_->emplace(key, made);
        return made;
    }

    std::string_view name_space_;
    Names& names_;
    TextPart part_;
    SharedTexts::References* known_; ///< null: nothing is shared
};

Text::Text(std::vector<Part> parts)
    : content_(std::make_shared<const std::vector<Part>>(std::move(parts))) {}

std::span<const Text::Part> Text::parts() const {
    const auto* parts = std::get_if<SharedParts>(&content_);
    return parts == nullptr ? std::span<const Part>() : std::span<const Part>(**parts);
}

Text Text::within_source(std::string_view literal) {
    Text text;
    text.content_ = literal;
    return text;
}

std::string_view Text::literal() const {
    if (const auto* within = std::get_if<std::string_view>(&content_)) return *within;
    const auto* own = std::get_if<SharedText>(&content_);
    return own == nullptr ? std::string_view() : own->view();
}

const Reference* Text::sole_reference() const {
    return parts().size() == 1 ? parts().front().reference.get() : nullptr;
}

std::string Text::source() const {
    if (is_literal()) return std::string(literal());
    std::string whole;
    for (const Part& part : parts())
        whole += part.reference ? part.reference->source : part.literal.view();
    return whole;
}

Text compile_text(
    std::string_view source, std::string_view name_space, Names& names, TextPart part
) {
    return TextCompiler(name_space, names, part, nullptr).text(source);
}

Text SharedTexts::compiled(std::string_view source, std::string_view name_space, TextPart part) {
    if (find_sigil(source, 0) == source.size())
        return is_within(source, file_) ? Text::within_source(source) : Text(source);
    const Key key = {source, name_space, part};
    if (const auto found = texts_.find(key); found != texts_.end()) return found->second;
    Text made = TextCompiler(name_space, names_, part, &references_).text(source);
    texts_.emplace(key, made);
    return made;
}

std::size_t SharedTexts::Hash::operator()(const Key& key) const {
    const std::hash<std::string_view> hash;
    return (hash(key.source) * 31 + hash(key.name_space)) * 2 + static_cast<std::size_t>(key.part);
}

void append_references(const Reference& reference, std::vector<const Reference*>& found) {
    if (reference.fixed) {
        for (const Text& index : reference.fixed->indices)
            append_references(index, found);
    } else {
        append_references(reference.name, found);
    }
    found.push_back(&reference);
}

void append_references(const Text& text, std::vector<const Reference*>& found) {
    for (const Text::Part& part : text.parts()) {
        if (part.reference) append_references(*part.reference, found);
    }
}

} // namespace vow::cfengine
