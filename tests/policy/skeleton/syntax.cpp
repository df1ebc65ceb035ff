#include "tests/policy/skeleton/syntax.h"

#include "protocol/text/text.h"

#include <charconv>
#include <utility>

namespace vow::skeleton {
namespace {

constexpr DiagnosticKind malformed_statement{
    "malformed-statement", "expected TYPE PROMISER NAME=VALUE... or another statement"};
constexpr DiagnosticKind missing_line{"missing-line", "expected a line '{}' for this statement"};
constexpr DiagnosticKind unexpected_brace{"unexpected-brace", "no block ends here"};
constexpr DiagnosticKind misplaced_gate{"misplaced-gate", "a gate cannot be in a block"};

using Words = std::vector<std::string_view>;

struct Line {
    Span span;
    Words words; ///< never empty
};

Words words_in(std::string_view text) {
    Words words = split_at(text, ' ');
    std::erase(words, std::string_view());
    return words;
}

std::vector<Line> lines_of(const SourceText& source) {
    std::vector<Line> lines;
    const std::string_view text = source.text();
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        Words words = words_in(text.substr(begin, end - begin));
        if (!words.empty() && !words.front().starts_with('#')) {
            const auto first = static_cast<std::uint32_t>(words.front().data() - text.data());
            lines.push_back({{&source, first, static_cast<std::uint32_t>(end)}, std::move(words)});
        }
        begin = end + 1;
    }
    return lines;
}

bool read_seconds(std::string_view word, std::chrono::seconds& seconds) {
    std::int64_t number = 0;
    const char* end = word.data() + word.size();
    const auto [rest, error] = std::from_chars(word.data(), end, number);
    seconds = std::chrono::seconds(number);
    return error == std::errc() && rest == end && number >= 0;
}

/// Recursive descent, one line at a time.
class Reader {
public:
    Reader(const SourceText& source, Diagnostics& diagnostics)
        : lines_(lines_of(source)),
          diagnostics_(diagnostics) {}

    Block policy() {
        Block all = block();
        while (next_ < lines_.size()) { // at a brace
            diagnostics_.add(unexpected_brace, lines_[next_++].span, {});
            block();
        }
        return all;
    }

private:
    /// Up to the end, or a line that begins with a brace.
    Block block() {
        Block statements;
        while (next_ < lines_.size() && lines_[next_].words.front() != "}")
            statements.push_back(statement());
        return statements;
    }
    Statement statement() {
        const Line& line = lines_[next_++];
        Statement read{.span = line.span};
        if (!read_first_line(line.words, read)) {
            diagnostics_.add(malformed_statement, line.span, {});
            return read;
        }
        switch (read.kind) {
        case Statement::Kind::parallel:
        case Statement::Kind::timeout: read.body = inner_block(read, "}"); break;
        case Statement::Kind::attempt:
            read.body = inner_block(read, "} catch {");
            read.handler = inner_block(read, "}");
            break;
        case Statement::Kind::gate:
            if (depth_ > 0) diagnostics_.add(misplaced_gate, line.span, {});
            break;
        case Statement::Kind::promise:
        case Statement::Kind::wait:
        case Statement::Kind::wait_until: break;
        }
        return read;
    }
    Block inner_block(const Statement& statement, std::string_view last_line) {
        ++depth_;
        Block inner = block();
        --depth_;
        if (next_ < lines_.size() && lines_[next_].words == words_in(last_line)) {
            ++next_;
        } else {
            diagnostics_.add(missing_line, statement.span, {last_line});
        }
        return inner;
    }

    static bool read_first_line(const Words& words, Statement& read);
    static bool read_promise(const Words& words, Statement& read);

    std::vector<Line> lines_;
    std::size_t next_ = 0;
    int depth_ = 0; ///< of blocks
    Diagnostics& diagnostics_;
};

bool Reader::read_first_line(const Words& words, Statement& read) {
    using Kind = Statement::Kind;
    const std::string_view first = words.front();
    const auto is = [&](Kind kind, std::size_t size) {
        read.kind = kind;
        return words.size() == size;
    };
    if (first == "parallel") return is(Kind::parallel, 2) && words[1] == "{";
    if (first == "try") return is(Kind::attempt, 2) && words[1] == "{";
    if (first == "timeout") {
        return is(Kind::timeout, 3) && read_seconds(words[1], read.time) && words[2] == "{";
    }
    if (first == "wait" && words.size() == 3 && words[1] == "until") {
        return is(Kind::wait_until, 3) && read_seconds(words[2], read.time);
    }
    if (first == "wait") return is(Kind::wait, 2) && read_seconds(words[1], read.time);
    if (first == "gate") {
        read.name = words.back();
        return is(Kind::gate, 2);
    }
    return read_promise(words, read);
}

bool Reader::read_promise(const Words& words, Statement& read) {
    if (words.size() < 2) return false;
    read.type.name = words[0];
    read.name = words[1];
    for (std::size_t i = 2; i < words.size(); ++i) {
        const std::size_t equals = words[i].find('=');
        if (equals == std::string_view::npos) return false;
        read.attributes.set(
            std::string(words[i].substr(0, equals)), std::string(words[i].substr(equals + 1))
        );
    }
    return true;
}

} // namespace

Block read_policy(const SourceText& source, Diagnostics& diagnostics) {
    return Reader(source, diagnostics).policy();
}

} // namespace vow::skeleton
