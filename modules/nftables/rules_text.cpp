#include "modules/nftables/rules_text.h"

#include "modules/everyday/lines.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <vector>

namespace vow::modules {
namespace {

constexpr std::string_view mark = "# vow writes this file: what is changed here is lost.\n";

/// A statement or a line of nft's language outside of all braces, and whether a block follows.
struct OuterStatement {
    std::string text;
    bool has_block = false;
};

/// The statements outside of the outermost braces. Only braces are counted; nft reads the rest.
class OuterStatements {
public:
    explicit OuterStatements(std::string_view rules) {
        for (std::size_t at = 0; at < rules.size() && !closes_too_much_; ++at)
            at = read(rules, at);
        finish(false);
    }

    const std::vector<OuterStatement>& all() const { return statements_; }
    bool is_balanced() const { return depth_ == 0 && !closes_too_much_; }
    bool closes_too_much() const { return closes_too_much_; }

private:
    /// Reads what begins at a place. Returns the place of its last byte.
    std::size_t read(std::string_view rules, std::size_t at) {
        const char byte = rules[at];
        if (byte == '#') return std::min(rules.find('\n', at), rules.size()) - 1;
        if (byte == '"') {
            const std::size_t end = std::min(rules.find('"', at + 1), rules.size() - 1);
            add(rules.substr(at, end - at + 1));
            return end;
        }
        if (byte == '\\' && at + 1 < rules.size() && rules[at + 1] == '\n') return at + 1;
        if (byte == '{' && depth_++ == 0)
            finish(true);
        else if (byte == '}')
            close();
        else if (byte == '\n' || byte == ';')
            finish(false);
        else
            add(rules.substr(at, 1));
        return at;
    }

    void add(std::string_view text) {
        if (depth_ == 0) statement_ += text;
    }
    void close() {
        if (depth_ == 0)
            closes_too_much_ = true;
        else
            --depth_;
    }
    void finish(bool has_block) {
        // `finish(true)` is called inside of the block that it begins.
        if (depth_ > (has_block ? 1 : 0)) return;
        const std::string text = joined(words_of(statement_), " ");
        if (!text.empty()) statements_.push_back({text, has_block});
        statement_.clear();
    }

    std::vector<OuterStatement> statements_;
    std::string statement_;
    int depth_ = 0;
    bool closes_too_much_ = false;
};

bool makes_table(const OuterStatement& statement, const NetfilterTable& table) {
    return statement.has_block && statement.text == "table " + table.text();
}

/// Whether the rules are a whole table, and not only those between its braces.
bool is_whole(const OuterStatements& rules) {
    return std::ranges::any_of(rules.all(), [](const OuterStatement& statement) {
        return statement.text.starts_with("table ");
    });
}

} // namespace

NetfilterTable NetfilterTable::from(std::string_view promiser) {
    const std::size_t blank = std::min(promiser.find(' '), promiser.size());
    return {
        std::string(promiser.substr(0, blank)),
        std::string(promiser.substr(std::min(blank + 1, promiser.size())))};
}

std::string table_file(const NetfilterTable& table, std::string_view rules) {
    const std::string name = table.text();
    // The table may be absent, and only one that exists can be deleted.
    std::string file = text({mark, "table ", name, "\ndelete table ", name, "\n"});
    const std::string_view end = rules.ends_with('\n') ? "" : "\n";
    if (is_whole(OuterStatements(rules))) return file + text({rules, end});
    return file + text({"table ", name, " {\n", rules, end, "}\n"});
}

std::optional<std::string> objection_to_rules(const NetfilterTable& table, std::string_view rules) {
    const OuterStatements outer(rules);
    if (outer.closes_too_much()) return "they have a } without its {";
    if (!outer.is_balanced()) return "they have a { without its }";
    if (!is_whole(outer)) return std::nullopt;
    for (const OuterStatement& statement : outer.all()) {
        const bool is_definition = statement.text.starts_with("define ");
        if (is_definition || makes_table(statement, table)) continue;
        return text(
            {"'", statement.text, "' is outside of the table; a promise has the rules of one table"}
        );
    }
    return std::nullopt;
}

std::string without_dynamic_elements(std::string_view listing) {
    const Lines lines(listing);
    std::string kept;
    bool is_dynamic = false;
    bool in_elements = false;
    for (std::size_t at = 0; at < lines.size(); ++at) {
        const std::string_view line = trimmed(lines[at]);
        if (line == "}") is_dynamic = false;
        if (line.starts_with("flags ") || line.starts_with("timeout "))
            is_dynamic = is_dynamic || line.find("dynamic") != std::string_view::npos ||
                         line.find("timeout") != std::string_view::npos;
        if (is_dynamic && line.starts_with("elements = {")) in_elements = true;
        if (!in_elements) kept += lines[at] + "\n";
        if (line.ends_with('}')) in_elements = false;
    }
    return kept;
}

} // namespace vow::modules
