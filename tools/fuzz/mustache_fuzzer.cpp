#include "policy/cfengine/functions/text/mustache.h"
#include "policy/run/world.h"
#include "tools/fuzz/fuzzing.h"

using namespace vow;

namespace {

class NeverStopped final : public Stop {
public:
    int signal() const override { return 0; }
};

} // namespace

/// Renders the lines after the first one as a template, with the JSON in the first line.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    std::string_view text = fuzz::text_of(bytes, size);
    const auto data = parse_json(fuzz::take_line(text));
    if (!std::holds_alternative<Data>(data)) return 0;
    const auto rendered = cfengine::render_mustache(text, std::get<Data>(data), NeverStopped());
    const auto* error = std::get_if<cfengine::TemplateError>(&rendered);
    fuzz::require(error == nullptr || (!error->message.empty() && error->offset <= text.size()));
    return 0;
}
