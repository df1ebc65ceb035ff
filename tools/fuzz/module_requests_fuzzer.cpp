#include "modules/sdk/cpp/described_module.h"
#include "modules/sdk/cpp/serve.h"
#include "protocol/data/data.h"
#include "tools/fuzz/fuzzing.h"

#include <sstream>

using namespace vow;
using namespace vow::modules;

namespace {

PromiseTypeDescription every_attribute() {
    PromiseTypeDescription type{.name = "every", .promiser_pattern = "[^\n]*"};
    type.attributes = {
        {.name = "text", .pattern = "[a-z]*"},
        {.name = "number", .type = AttributeType::int_},
        {.name = "real", .type = AttributeType::real},
        {.name = "truth", .type = AttributeType::bool_, .fallback = Data::string("true")},
        {.name = "list", .type = AttributeType::slist, .choices = {"a", "b"}},
        {.name = "data", .type = AttributeType::data},
        {.name = "password", .secret = true},
        {.name = "inner", .type = AttributeType::body, .attributes = {{.name = "text"}}},
    };
    type.rules = {{.with = {"text"}, .needs = {"number", "list"}, .excludes = {"real"}}};
    return type;
}

/// A module with attributes of every type, which returns what it was promised.
class EveryAttribute final : public DescribedModule {
public:
    EveryAttribute() : DescribedModule(every_attribute()) {}

private:
    Outcome keep(const Promise& promise, Record& record, Log& log) override {
        log.progress(200, promise.promiser);
        if (record.allows("change '" + promise.promiser + "'"))
            record.repaired("Changed '" + promise.promiser + "'");
        Outcome outcome{.classes = {promise.promiser}, .output = promise.promiser};
        if (const auto* value = promise.attributes.find("data")) {
            if (const auto* data = std::get_if<Data>(value))
                outcome.variables.emplace_back("data", *data);
        }
        return outcome;
    }
};

/// Each line that a module writes after its header is a line of the log, progress, or a reply.
void check_replies(std::string_view written) {
    while (!written.empty()) {
        const std::string_view line = fuzz::take_line(written);
        const bool is_log = line.starts_with("log_") || line.starts_with("progress=");
        if (line.empty() || is_log) continue;
        const auto read = parse_json(line);
        const auto* reply = std::get_if<Data>(&read);
        fuzz::require(reply != nullptr && reply->find("result") != nullptr);
    }
}

} // namespace

/// Serves a module to any bytes: to an agent, and as a part of the agent.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static EveryAttribute module; // with compiled patterns
    const Trust trust = Trust::in_everything();
    const std::string input(fuzz::text_of(bytes, size));
    for (const bool to_itself : {false, true}) {
        std::istringstream requests(input);
        std::ostringstream replies;
        const int status = to_itself ? serve_agent(module, trust, {}, requests, replies)
                                     : serve(module, trust, requests, replies);
        fuzz::require(status == 0 || status == 1);
        const std::string text = replies.str();
        std::string_view written = text;
        if (written.starts_with("every ")) fuzz::take_line(written);
        check_replies(written);
    }
    return 0;
}
