#include "policy/cfengine/syntax/block_reader.h"

#include "policy/cfengine/syntax/parser.h"

#include <iterator>
#include <limits>

namespace vow::cfengine {

namespace {

constexpr DiagnosticKind policy_too_large{"policy-too-large", "a policy file has at most 4 GB"};

/// Moves the items into a vector without spare room; the room stays for the next ones.
template <class Item>
std::vector<Item> taken_from(std::vector<Item>& items) {
    std::vector<Item> taken(std::move_iterator(items.begin()), std::move_iterator(items.end()));
    items.clear();
    return taken;
}

} // namespace

ast::File BlockReader::file() && {
    while (!tokens_.at(TokenKind::end))
        block();
    file_.texts = std::move(texts_).take();
    return std::move(file_);
}

void BlockReader::block() {
    if (tokens_.at(TokenKind::bundle)) return bundle();
    if (tokens_.at(TokenKind::body)) return body();
    if (tokens_.at(TokenKind::promise)) return promise_block();
    tokens_.report("'bundle', 'body' or 'promise'");
    tokens_.skip_block();
}

void BlockReader::bundle() {
    auto read = head("a bundle");
    if (!read) return tokens_.skip_block();
    ast::Bundle bundle{
        read->type, read->name, name_space_, read->span, std::move(read->parameters)};
    bundle.sections = sections();
    bundle.evaluation_order = evaluation_order_;
    file_.bundles.push_back(std::move(bundle));
}

void BlockReader::body() {
    auto read = head("a body");
    if (!read) return tokens_.skip_block();
    ast::Body body{read->type, read->name, name_space_, read->span, std::move(read->parameters)};
    body.clauses = clauses();
    note_settings(body);
    file_.bodies.push_back(std::move(body));
}

void BlockReader::promise_block() {
    auto read = head("a promise type");
    if (!read) return tokens_.skip_block();
    file_.promise_blocks.push_back({read->type, read->name, read->span, clauses()});
}

std::optional<BlockReader::Head> BlockReader::head(std::string_view what) {
    tokens_.advance();
    Head head;
    head.type = tokens_.text();
    if (!tokens_.pass(TokenKind::word)) {
        tokens_.report("the type of " + std::string(what));
        return std::nullopt;
    }
    head.name = tokens_.text();
    head.span = tokens_.span();
    if (!tokens_.pass(TokenKind::word)) {
        tokens_.report("the name of " + std::string(what));
        return std::nullopt;
    }
    if (tokens_.at(TokenKind::left_parenthesis)) {
        auto read = parameters();
        if (!read) return std::nullopt;
        head.parameters = std::move(*read);
    }
    if (!tokens_.at(TokenKind::left_brace)) {
        tokens_.report_missing("'{'");
        return std::nullopt;
    }
    tokens_.advance_to_statement();
    return head;
}

/// "(" [NAME {"," NAME} [","]] ")"
std::optional<std::vector<ast::Parameter>> BlockReader::parameters() {
    tokens_.advance();
    std::vector<ast::Parameter> parameters;
    while (!tokens_.at(TokenKind::right_parenthesis)) {
        parameters.push_back({tokens_.text(), tokens_.span()});
        if (!tokens_.pass(TokenKind::word)) {
            tokens_.report("the name of a parameter or ')'");
            return std::nullopt;
        }
        if (tokens_.pass(TokenKind::comma) || tokens_.at(TokenKind::right_parenthesis)) continue;
        tokens_.report_missing("',' or ')'");
        return std::nullopt;
    }
    tokens_.advance();
    return parameters;
}

std::vector<ast::Section> BlockReader::sections() {
    std::shared_ptr<const ast::Guard> guard;
    while (!at_end_of_block()) {
        if (tokens_.at(TokenKind::heading)) {
            Span type = tokens_.span();
            --type.end; // the colon
            sections_.push_back({type.text(), type});
            guard.reset();
            tokens_.advance_to_statement();
        } else if (sections_.empty()) {
            tokens_.report("a promise type, like 'vars:'");
            tokens_.skip_statement();
        } else if (tokens_.at(TokenKind::guard)) {
            guard = std::make_shared<const ast::Guard>(read_guard());
        } else if (auto promise = read_promise()) {
            promise->guard = guard;
            sections_.back().promises.push_back(std::move(*promise));
        }
    }
    end_block();
    return taken_from(sections_);
}

/// PROMISER ["->" PROMISEE] [ATTRIBUTE {"," ATTRIBUTE}] ";"
std::optional<ast::Promise> BlockReader::read_promise() {
    if (!tokens_.at(TokenKind::quoted)) {
        tokens_.report("a promiser in quotes");
        return broken_statement();
    }
    ast::Promise promise{texts_.text_of(tokens_.text()), tokens_.span()};
    tokens_.advance();
    if (tokens_.pass(TokenKind::promisee_arrow)) {
        auto promisee = expressions_.expression();
        if (!promisee) return broken_statement();
        promise.promisee = std::make_shared<const ast::Expression>(*std::move(promisee));
    }
    attributes_.clear(); // those of a broken one
    if (tokens_.at(TokenKind::word)) {
        do {
            auto attribute = read_attribute();
            if (!attribute) return broken_statement();
            attributes_.push_back(std::move(*attribute));
        } while (another_attribute());
    }
    if (!end_statement()) return std::nullopt;
    promise.attributes = taken_from(attributes_);
    return promise;
}

/// Passes the comma before another attribute. Reports a missing one and reads on as if it were
/// there.
bool BlockReader::another_attribute() {
    if (tokens_.pass(TokenKind::comma)) return true;
    if (!tokens_.at(TokenKind::word)) return false;
    tokens_.report_missing("',' or ';'");
    return true;
}

std::vector<ast::BodyClause> BlockReader::clauses() {
    std::vector<ast::BodyClause> clauses;
    std::shared_ptr<const ast::Guard> guard;
    while (!at_end_of_block()) {
        if (tokens_.at(TokenKind::guard)) {
            guard = std::make_shared<const ast::Guard>(read_guard());
        } else if (auto attribute = read_attribute()) {
            clauses.push_back({guard, std::move(*attribute)});
            end_statement();
        } else {
            tokens_.skip_statement();
        }
    }
    end_block();
    return clauses;
}

std::optional<ast::Attribute> BlockReader::read_attribute() {
    const Span name = tokens_.span();
    if (!tokens_.pass(TokenKind::word)) {
        tokens_.report("an attribute");
        // A section's heading is not allowed in a body; skip it.
        if (tokens_.at(TokenKind::heading)) tokens_.advance();
        return std::nullopt;
    }
    if (!tokens_.pass(TokenKind::arrow)) {
        tokens_.report("'=>'");
        return std::nullopt;
    }
    auto value = expressions_.expression();
    if (!value) return std::nullopt;
    return ast::Attribute{name.text(), name, std::move(*value)};
}

/// Passes the semicolon. Reports a missing one; the next statement can usually be found anyway.
bool BlockReader::end_statement() {
    if (tokens_.at(TokenKind::semicolon)) {
        tokens_.advance_to_statement();
        return true;
    }
    tokens_.report_missing("';'");
    if (tokens_.at(TokenKind::quoted) || tokens_.at(TokenKind::word)) return true;
    tokens_.skip_statement();
    return false;
}

std::nullopt_t BlockReader::broken_statement() {
    tokens_.skip_statement();
    return std::nullopt;
}

bool BlockReader::at_end_of_block() const {
    return tokens_.at(TokenKind::right_brace) || tokens_.at_block();
}

void BlockReader::end_block() {
    if (!tokens_.pass(TokenKind::right_brace)) tokens_.report_missing("'}'");
}

ast::Guard BlockReader::read_guard() {
    const Span span = tokens_.span();
    std::string_view text = span.text();
    text.remove_suffix(2); // the colons
    constexpr std::string_view quotes = "\"'`";
    if (!text.empty() && quotes.find(text.front()) != quotes.npos) {
        text = text.substr(1, text.size() - 2);
    } else {
        text = text.substr(0, text.find_last_not_of(" \t") + 1);
    }
    tokens_.advance_to_statement();
    return {text, span};
}

/// `body file control` sets the namespace and the evaluation order of the definitions after it.
void BlockReader::note_settings(const ast::Body& body) {
    if (body.type != "file" || !body.is_control()) return;
    for (const ast::BodyClause& clause : body.clauses) {
        std::string_view text = clause.attribute.value.span.text();
        if (std::holds_alternative<ast::Quoted>(clause.attribute.value.node))
            text = text.substr(1, text.size() - 2);
        if (clause.attribute.name == "namespace") name_space_ = text;
        if (clause.attribute.name == "evaluation_order") evaluation_order_ = text;
    }
}

ast::File parse(const SourceText& source, Diagnostics& diagnostics, const Stop* stop) {
    if (source.text().size() >= std::numeric_limits<std::uint32_t>::max()) {
        diagnostics.add(policy_too_large, Span{&source, 0, 0}, {});
        return {&source};
    }
    return BlockReader(source, diagnostics, stop).file();
}

} // namespace vow::cfengine
