#pragma once

#include "policy/source/diagnostic.h"

#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vow::inmanta {

// The kinds of errors of a model. Their texts are the reference's, with places and causes.

inline constexpr DiagnosticKind parser_error{"parser", "{}"};
inline constexpr DiagnosticKind hyphen_error{"hyphen", "{}"};
inline constexpr DiagnosticKind compiler_error{"compiler", "{}"};
inline constexpr DiagnosticKind module_loading_error{"module-loading", "{}"};
inline constexpr DiagnosticKind double_set_error{"double-set", "{}"};
inline constexpr DiagnosticKind attribute_error{"attribute", "{}"};
inline constexpr DiagnosticKind unset_error{"unset", "{}"};
inline constexpr DiagnosticKind runtime_error{"runtime", "{}"};
inline constexpr DiagnosticKind not_found_error{"not-found", "{}"};
inline constexpr DiagnosticKind type_not_found_error{"type-not-found", "{}"};
inline constexpr DiagnosticKind ambiguous_type_error{"ambiguous-type", "{}"};
inline constexpr DiagnosticKind typing_error{"typing", "{}"};
inline constexpr DiagnosticKind duplicate_error{"duplicate", "{}"};
inline constexpr DiagnosticKind key_error{"key", "{}"};
inline constexpr DiagnosticKind optional_value_error{"optional-value", "{}"};
inline constexpr DiagnosticKind index_error{"index", "{}"};
inline constexpr DiagnosticKind index_argument_error{
    "index-attribute-missing-in-constructor", "{}"};
inline constexpr DiagnosticKind index_collision_error{"index-collision", "{}"};
inline constexpr DiagnosticKind frozen_error{"modified-after-freeze", "{}"};
inline constexpr DiagnosticKind cycle_error{"cycle", "{}"};
inline constexpr DiagnosticKind external_error{"external", "{}"};
inline constexpr DiagnosticKind explicit_plugin_error{"explicit-plugin", "{}"};
inline constexpr DiagnosticKind missing_python_error{"missing-python", "{}"};
inline constexpr DiagnosticKind wrapping_error{"wrapping-runtime", "{}"};
inline constexpr DiagnosticKind unexpected_reference_error{"unexpected-reference", "{}"};
inline constexpr DiagnosticKind invalid_escape{
    "invalid-escape", "invalid escape sequence '{}'", Severity::warning};

/// How exactly messages name a place: the reference names some by their line alone.
enum class Detail { line, column };

/// A place in a model, for messages.
struct Place {
    Span span = {};
    Detail detail = Detail::line;
};

/// "main.cf:3" or "main.cf:3:5".
std::string text_of(const Place& place);

/// The same place, named by its line alone.
Place line_of(const Place& place);

/// An error of a model, with the statement it is reported in and the errors that caused it.
struct Mistake {
    enum class PlaceUse {
        appended,    ///< the text ends with the place
        not_appended ///< the words name the places they need
    };

    const DiagnosticKind* kind;
    std::string words;
    std::optional<Place> place = {};
    std::string statement = {}; ///< empty: none
    PlaceUse place_use = PlaceUse::appended;
    std::vector<Mistake> causes = {};
    std::string hint = {};

    /// Sets the statement and the place of this error and its causes, where they have none.
    void report_in(const std::string& text, const Place& at);
};

/// The words, then `(reported in STATEMENT (PLACE))` or `(PLACE)`, then the causes.
std::string text_of(const Mistake& mistake);

/// Ends the work on a model.
class ModelError : public std::exception {
public:
    explicit ModelError(Mistake mistake) { mistakes.push_back(std::move(mistake)); }
    explicit ModelError(std::vector<Mistake> all) : mistakes(std::move(all)) {}

    const char* what() const noexcept override { return "the model has errors"; }

    std::vector<Mistake> mistakes; ///< at least one
};

/// "did you mean 'name'?" for a misspelled name; may be empty.
std::string hint_for(const std::string& wrong, const std::vector<std::string>& names);

/// A use of a type that does not fit.
ModelError typing_mistake(std::string words);

/// Two declarations of one thing.
ModelError duplicate(std::string words, const Place& original, const Place& other);

void add_to(Diagnostics& diagnostics, const ModelError& error);

} // namespace vow::inmanta
