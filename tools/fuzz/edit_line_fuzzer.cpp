#include "policy/cfengine/editing/line_editor.h"
#include "protocol/text/regex.h"
#include "tools/fuzz/fuzzing.h"

#include <array>

using namespace vow;

namespace {

/// Without files to insert from, and without variables.
class NoSurroundings : public cfengine::EditSurroundings {
public:
    RegexCache& regexes() override { return regexes_; }
    Answer<std::string> read_file(const std::string&) override { return {.why_not = "no files"}; }
    std::string expanded(std::string_view text) override { return std::string(text); }
    std::string replacement(std::string_view value, const Match&) override {
        return std::string(value);
    }

private:
    RegexCache regexes_;
};

struct Kind {
    const char* type;
    Attributes attributes; ///< those that are the same in every input
    std::string body;      ///< the body that the second line of the input belongs to
    std::string member;
};

std::array<Kind, 4> kinds() {
    return {
        {{"insert_lines", {}, "location", "select_line_matching"},
         {"delete_lines",
          {{"not_matching", "false"}},
          "delete_select",
          "delete_if_match_from_list"},
         {"replace_patterns", {}, "replace_with", "replace_value"},
         {"field_edits", {}, "edit_field", "field_value"}}};
}

Data body_of(const Kind& kind, std::string_view value) {
    const Data text = Data::string(value);
    if (kind.body == "delete_select") return Data::object({{kind.member, Data::array({text})}});
    if (kind.body == "edit_field") {
        return Data::object(
            {{kind.member, text},
             {"field_separator", text},
             {"select_field", Data::string("2")},
             {"field_operation", Data::string("append")},
             {"extend_fields", Data::string("true")}}
        );
    }
    return Data::object({{kind.member, text}});
}

} // namespace

/// Keeps a promise of each type on the lines after the second one. The first line is the promiser,
/// the second one the value of its body. Every line of the result ends.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    std::string_view text = fuzz::text_of(bytes, size);
    const std::string promiser(fuzz::take_line(text));
    const std::string_view value = fuzz::take_line(text);
    for (const Kind& kind : kinds()) {
        const PromiseType type = {kind.type};
        Promise promise = {.type = &type, .promiser = promiser, .attributes = kind.attributes};
        promise.attributes.set(kind.body, body_of(kind, value));
        NoSurroundings around;
        cfengine::LineBuffer lines(text);
        try {
            cfengine::LineEditor("/f", lines, around).keep(promise);
        } catch (const RegexLimitError&) {
            continue; // the promise fails with it
        }
        fuzz::require(lines.empty() || lines.text().ends_with('\n'));
    }
    return 0;
}
