#include "policy/cfengine/syntax/lexer.h"
#include "tools/fuzz/fuzzing.h"

using namespace vow;

namespace {

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

} // namespace

/// Splits any bytes into tokens, both as values and as statements.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const SourceText source(
        "policy.cf", TrustedText::given(std::string(fuzz::text_of(bytes, size)))
    );
    read_tokens(source, &cfengine::Lexer::next);
    read_tokens(source, &cfengine::Lexer::next_statement);
    return 0;
}
