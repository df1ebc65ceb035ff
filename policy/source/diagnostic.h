#pragma once

#include "policy/source/source_text.h"
#include "policy/source/warning_kinds.h"

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace vow {

enum class Severity { error, warning };

/// "error" or "warning".
std::string_view text_of(Severity severity);

/// A kind of diagnostic: its name for users and tests, and its message with a `{}` for each
/// argument. Each kind is declared once, beside its use, and no two have the same name.
struct DiagnosticKind {
    std::string_view name;
    std::string_view words;
    Severity severity = Severity::error;
};

/// A further message of a diagnostic. `span.source` is null if it does not have a place.
struct Note {
    std::string message;
    Span span = {};
};

/// An error or warning for the policy's author. `span.source` is null if the place is unknown.
struct Diagnostic {
    const DiagnosticKind* kind = nullptr;
    Span span = {};
    Severity severity = Severity::error;
    std::string message = {};       ///< the words with the arguments filled in
    std::string hint = {};          ///< e.g. "did you mean 'repository'?"; may be empty
    std::vector<Note> notes = {};   ///< related places, e.g. "first defined here"
    std::optional<Note> cause = {}; ///< the failure that led to this one
};

/// Whether a policy with warnings can be used.
enum class Warnings { accepted, are_errors };

/// Collects the errors and warnings of a policy, so that reading it continues after each.
class Diagnostics {
public:
    Diagnostics() = default;
    explicit Diagnostics(Warnings warnings, AllowedWarnings allowed = {})
        : warnings_(warnings),
          allowed_(std::move(allowed)) {}

    /// Fills `arguments` into the kind's message and adds the diagnostic. Returns the earlier one
    /// if kind, place and message are equal. A warning that is allowed is dropped.
    Diagnostic&
    add(const DiagnosticKind& kind,
        Span span,
        std::initializer_list<std::string_view> arguments,
        std::string hint = {});

    /// From here on, warnings are dropped. Has no effect if they are errors.
    void ignore_warnings() { ignores_warnings_ = true; }

    bool has_errors() const { return errors_ > 0; }
    std::size_t errors() const { return errors_; }
    bool empty() const { return items_.empty(); }
    /// Sorted by file (in order of first mention), then place.
    std::vector<Diagnostic> sorted() const;

private:
    using Key = std::tuple<const DiagnosticKind*, const SourceText*, std::uint32_t, std::string>;

    Warnings warnings_ = Warnings::accepted;
    AllowedWarnings allowed_ = {};
    bool ignores_warnings_ = false;
    Diagnostic ignored_ = {}; ///< the last ignored one
    std::vector<Diagnostic> items_;
    std::map<Key, std::size_t> kept_; ///< the index in items_
    std::size_t errors_ = 0;
};

/// `file:line:column: error: message [kind]`, the line, a caret under the span and the hint; then
/// the cause and the notes in the same layout.
std::string rendered(const Diagnostic& diagnostic);

/// `file:line:column: message`, the line and a caret under the span, without a newline at the end:
/// for a log line that has a place. Without a source, the message alone.
std::string placed(std::string_view message, const Span& span);

/// The candidate with the smallest edit distance to `wrong`; empty when none is near.
std::string_view nearest(std::string_view wrong, const std::vector<std::string_view>& candidates);

/// "did you mean 'X'?", or empty when no candidate is near.
std::string did_you_mean(std::string_view wrong, const std::vector<std::string_view>& candidates);

/// A message of one line, and the hint, if there is one, after a semicolon.
std::string with_hint(std::string message, std::string_view hint);

/// The end of a message about an unknown name: "did you mean 'run'?" or, without a similar name,
/// "expected one of: run, plan".
std::string suggestion_for(std::string_view name, const std::vector<std::string_view>& known);

/// Hints for mistakes that a text can have as often as it has names. Each costs a comparison with
/// every name, so only the first mistakes get one, as many as are printed.
class LimitedHints {
public:
    /// As did_you_mean(); empty when there were as many mistakes before as get a hint. `candidates`
    /// returns the names, and is called only if there is to be a hint.
    template <class Candidates>
    std::string did_you_mean(std::string_view wrong, const Candidates& candidates) {
        if (left_ == 0) return {};
        --left_;
        return vow::did_you_mean(wrong, candidates());
    }

private:
    std::size_t left_ = 100;
};

} // namespace vow
