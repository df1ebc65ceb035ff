#include "policy/cfengine/checking/check.h"
#include "policy/cfengine/functions/text/mustache.h"
#include "policy/cfengine/program/class_guard.h"
#include "policy/cfengine/program/text.h"
#include "policy/cfengine/syntax/lexer.h"
#include "policy/cfengine/syntax/parser.h"
#include "policy/run/world.h"
#include "policy/skopos/checking/reachability.h"
#include "policy/skopos/plan/plan_reader.h"
#include "policy/skopos/plan/text_template.h"
#include "tools/fuzz/fuzzing.h"

using namespace vow;

namespace {

/// Compiles a class expression, and evaluates it where every class is defined and where none is.
void read_class_guard(std::string_view text) {
    Names names;
    const auto compiled = cfengine::compile_class_guard(text, "default", names);
    if (const auto* error = std::get_if<cfengine::GuardError>(&compiled)) {
        fuzz::require(!error->message.empty());
        return;
    }
    const auto& guard = std::get<cfengine::ClassGuard>(compiled);
    for (const bool defined : {true, false}) {
        const bool holds = guard.holds([&](Symbol) { return defined; });
        fuzz::require(holds || !guard.is_any());
    }
}

/// Splits a text into its references, and finds the text again in the parts.
void read_expansion(std::string_view text) {
    Names names;
    const cfengine::Text compiled = cfengine::compile_text(text, "default", names);
    fuzz::require(compiled.source() == text);
    std::vector<const cfengine::Reference*> references;
    cfengine::append_references(compiled, references);
    fuzz::require(compiled.is_literal() == references.empty());
}

SourceText policy_of(std::string_view text) {
    return {"policy.cf", TrustedText::given(std::string(text))};
}

using Next = cfengine::Token (cfengine::Lexer::*)();

/// Tokens follow each other, none is empty but the last one, and all lie within the text.
void read_tokens(const SourceText& source, Next next) {
    Diagnostics diagnostics;
    cfengine::Lexer lexer(source, diagnostics);
    std::uint32_t at = 0;
    for (;;) {
        const cfengine::Token token = (lexer.*next)();
        fuzz::require(token.begin >= at && token.end <= source.text().size());
        if (token.kind == cfengine::TokenKind::end) return;
        fuzz::require(token.end > token.begin);
        at = token.end;
    }
}

/// Splits any bytes into tokens, both as values and as statements.
void read_with_lexer(std::string_view text) {
    const SourceText source = policy_of(text);
    read_tokens(source, &cfengine::Lexer::next);
    read_tokens(source, &cfengine::Lexer::next_statement);
}

class NeverStopped final : public Stop {
public:
    int signal() const override { return 0; }
};

/// Renders the lines after the first one as a template, with the JSON in the first line.
void read_mustache(std::string_view text) {
    const auto data = parse_json(fuzz::take_line(text));
    if (!std::holds_alternative<Data>(data)) return;
    const auto rendered = cfengine::render_mustache(text, std::get<Data>(data), NeverStopped());
    const auto* error = std::get_if<cfengine::TemplateError>(&rendered);
    fuzz::require(error == nullptr || (!error->message.empty() && error->offset <= text.size()));
}

/// Reads and checks any bytes as a policy, and renders every message.
void read_policy(std::string_view text) {
    const SourceText source = policy_of(text);
    for (const auto strictness : {cfengine::Strictness::all, cfengine::Strictness::reference}) {
        Diagnostics diagnostics;
        std::vector<cfengine::ast::File> files;
        files.push_back(cfengine::parse(source, diagnostics));
        cfengine::check(files, {.strictness = strictness}, diagnostics);
        for (const Diagnostic& item : diagnostics.sorted()) {
            fuzz::require(!rendered(item).empty());
        }
    }
}

/// Reads any bytes as a deployment plan, renders every message, and follows the flow of every
/// chain.
void read_plan(std::string_view text) {
    const SourceText source("plan.yaml", TrustedText::given(std::string(text)));
    Diagnostics diagnostics;
    const auto plan = skopos::read_plan(source, diagnostics);
    for (const Diagnostic& item : diagnostics.sorted())
        fuzz::require(!rendered(item).empty());
    fuzz::require(plan.has_value() || diagnostics.has_errors());
    if (!plan) return;
    skopos::paths_of(plan->steps, true);
    skopos::for_each_step(*plan, [](const skopos::Step& step, const auto&) {
        fuzz::require(!step.id.empty());
        skopos::compile_command(step.label);
        skopos::paths_of(step.steps, false);
    });
}

constexpr fuzz::Fuzzer table[] = {
    {"class_guard", read_class_guard},
    {"expansion", read_expansion},
    {"lexer", read_with_lexer},
    {"mustache", read_mustache},
    {"policy", read_policy},
    {"skopos", read_plan}};

} // namespace

const std::span<const fuzz::Fuzzer> fuzz::fuzzers = table;
