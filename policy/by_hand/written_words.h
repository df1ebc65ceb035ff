#pragma once

#include "policy/source/diagnostic.h"
#include "policy/source/source_text.h"
#include "protocol/promise/promise.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::by_hand {

/// The value of one attribute as the words give it.
struct Assignment {
    std::vector<std::string> path; ///< "perms.mode" has two names, the last in the body `perms`
    Span span;                     ///< of the names
    Span value_span;
    PlainValue value; ///< a text, or what the JSON of `name:=JSON` is
};

/// A promise in the words of a command line: TYPE PROMISER [name=value | name:=JSON]...
/// (operator.md, section 7). Spans point into `text`, which is the words as one line.
class WrittenWords {
public:
    explicit WrittenWords(const std::vector<std::string>& words);

    /// Reports the words that are not assignments, and JSON that cannot be read.
    std::vector<Assignment> assignments(Diagnostics& diagnostics) const;

    const SourceText& text() const { return text_; }
    /// At least two words, which the command line requires.
    const std::string& type() const { return words_[0]; }
    const std::string& promiser() const { return words_[1]; }
    Span span_of_type() const { return spans_[0]; }
    Span span_of_promiser() const { return spans_[1]; }

private:
    std::optional<Assignment> assignment(std::size_t at, Diagnostics& diagnostics) const;

    std::vector<std::string> words_;
    SourceText text_;
    std::vector<Span> spans_; ///< one for each word
};

} // namespace vow::by_hand
