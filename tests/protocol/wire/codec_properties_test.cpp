#include "modules/sdk/cpp/reply.h"
#include "modules/sdk/cpp/request.h"
#include "protocol/wire/codec.h"
#include "tests/support/property.h"

#include <map>

namespace codec_properties_test {

using namespace vow;

namespace {

/// Texts with everything that JSON escapes or that either variant could take for syntax.
std::string random_text(bool with_line_ends) {
    std::vector<std::string> parts = {
        "a", "=", "\"", "\\", "{", "}", ",", " ", "%", "\t", "\x01", "\u00e9", "\u20ac"};
    if (with_line_ends) parts.emplace_back("\n");
    std::string text;
    for (const std::string& part :
         *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(parts)))
        text += part;
    return text;
}

Promise random_promise(const PromiseType& type, bool is_line_based) {
    Promise promise{
        .type = &type,
        .promiser = random_text(!is_line_based),
        .origin = {.file = "/policy.cf", .line = *rc::gen::inRange<std::uint32_t>(0, 9999)},
        .terms = {.log_level = LogLevel::info}};
    const int count = *rc::gen::inRange(0, 5);
    for (int index = 0; index < count; ++index) {
        const std::string name = "own_" + std::to_string(index);
        const bool is_list = !is_line_based && *rc::gen::arbitrary<bool>();
        if (is_list)
            promise.attributes.set(name, std::vector{random_text(true), random_text(true)});
        else
            promise.attributes.set(name, random_text(!is_line_based));
    }
    return promise;
}

void check_same(const Promise& read, const Promise& sent) {
    RC_ASSERT(read.promiser == sent.promiser);
    RC_ASSERT(read.attributes == sent.attributes);
    RC_ASSERT(read.origin.file == sent.origin.file);
    RC_ASSERT(read.origin.line == sent.origin.line);
}

/// The reply that a codec reads from a module's lines.
wire::Reply reply_from(wire::Variant variant, const std::string& lines) {
    const auto codec = wire::make_codec(variant);
    std::size_t begin = 0;
    while (true) {
        const std::size_t end = lines.find('\n', begin);
        RC_ASSERT(end != std::string::npos);
        const auto read = codec->read_line(std::string_view(lines).substr(begin, end - begin));
        if (const auto* reply = std::get_if<wire::Reply>(&read)) return *reply;
        RC_ASSERT(std::holds_alternative<wire::IncompleteReply>(read));
        begin = end + 1;
    }
}

} // namespace

TEST_CASE("a JSON request is read as the promise that was sent") {
    tests::check_property("any promise", [] {
        const PromiseType type{"t"};
        const Promise sent = random_promise(type, false);
        std::string request;
        wire::make_codec(wire::Variant::json_based)->append_validate(request, sent);
        RC_ASSERT(request.ends_with("}\n\n"));
        request.resize(request.size() - 2);
        RC_ASSERT(request.find('\n') == std::string::npos);
        const auto read = parse_json(request);
        RC_ASSERT(std::holds_alternative<Data>(read));
        check_same(modules::promise_from(std::get<Data>(read), type), sent);
    });
}

TEST_CASE("a request of lines holds each attribute on a line of its own") {
    tests::check_property("any promise of texts", [] {
        const PromiseType type{"t"};
        const Promise sent = random_promise(type, true);
        const auto codec = wire::make_codec(wire::Variant::line_based);
        RC_ASSERT(!codec->obstacle(sent));
        std::string request;
        codec->append_validate(request, sent);
        std::map<std::string, std::string> fields;
        std::size_t begin = 0;
        for (std::size_t end = request.find('\n'); end > begin; end = request.find('\n', begin)) {
            const std::string line = request.substr(begin, end - begin);
            fields[line.substr(0, line.find('='))] = line.substr(line.find('=') + 1);
            begin = end + 1;
        }
        RC_ASSERT(begin + 1 == request.size()); // the empty line is the end
        RC_ASSERT(fields.at("promiser") == sent.promiser);
        for (const Attribute& attribute : sent.attributes)
            RC_ASSERT(
                fields.at("attribute_" + attribute.name) == std::get<std::string>(attribute.value)
            );
    });
}

TEST_CASE("replies of either variant are read as the outcome that was sent") {
    tests::check_property("any outcome", [] {
        const auto verdict =
            *rc::gen::element(Verdict::kept, Verdict::repaired, Verdict::not_kept, Verdict::error);
        Outcome sent = Outcome::of(verdict);
        std::string listed;
        const int count = *rc::gen::inRange(0, 4);
        for (int index = 0; index < count; ++index) {
            sent.classes.push_back("class_" + std::to_string(index));
            listed += (listed.empty() ? "" : ",") + sent.classes.back();
            sent.variables.emplace_back(
                "v" + std::to_string(index), Data::string(random_text(true))
            );
        }
        const auto json =
            reply_from(wire::Variant::json_based, json_text(modules::reply_of(sent)) + "\n\n");
        RC_ASSERT(json.result == std::string(text_of(verdict)));
        RC_ASSERT(json.result_classes == sent.classes);
        RC_ASSERT(json.variables == sent.variables);
        const auto lines = reply_from(
            wire::Variant::line_based,
            "operation=evaluate_promise\nresult=" + std::string(text_of(verdict)) +
                "\nresult_classes=" + listed +
                "\nvariables=" + json_text(Data::object(sent.variables)) + "\n\n"
        );
        RC_ASSERT(lines.result == json.result);
        RC_ASSERT(lines.result_classes == sent.classes);
        RC_ASSERT(lines.variables == sent.variables);
    });
}

} // namespace codec_properties_test
