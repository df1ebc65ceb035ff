#include "modules/http/http_keeper.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/data/conversion.h"
#include "protocol/promise/settings.h"
#include "protocol/text/text.h"

namespace vow::modules {
namespace {

/// nullopt if it is neither a text nor a container.
std::optional<Payload> payload_of(const AttributeValue* value) {
    if (value == nullptr) return Payload{};
    if (const auto* text = std::get_if<std::string>(value)) {
        if (text->empty()) return Payload{};
        if (text->starts_with('@')) return PayloadFile{text->substr(1)};
        return *text;
    }
    const auto* list = std::get_if<std::vector<std::string>>(value);
    const Data data = list != nullptr ? array_of(*list) : std::get<Data>(*value);
    if (!data.is_container()) return std::nullopt;
    return json_text(data);
}

RequestHeaders headers_of(const Promise& promise) {
    const AttributeValue* promised = promise.attributes.find("headers");
    if (promised == nullptr) return {};
    auto headers = headers_from(*promised);
    return std::get<RequestHeaders>(std::move(headers));
}

bool is_data(const AttributeValue* value) {
    return value != nullptr && !std::holds_alternative<std::string>(*value);
}

HttpRequest request_of(const Promise& promise) {
    const Settings settings(promise.attributes);
    const AttributeValue* payload = promise.attributes.find("payload");
    const std::string insecure = settings.text_or("insecure", "");
    HttpRequest request{
        .url = settings.text_or("url", promise.promiser),
        .method = settings.text_or("method", ""),
        .headers = headers_of(promise),
        .payload = *payload_of(payload),
        .insecure = insecure == "true" || insecure == "True",
        .timeout = std::chrono::seconds(settings.number("timeout").value_or(0)),
        .max_size = settings.number("max_size").value_or(0),
    };
    if (is_data(payload) && find_header(request.headers, "Content-Type") == nullptr)
        request.headers.push_back({"Content-Type", "application/json"});
    return request;
}

std::string payload_fault(const AttributeValue* value) {
    const auto payload = payload_of(value);
    if (!payload) return "Attribute 'payload' must be a text or a data container";
    const auto* file = std::get_if<PayloadFile>(&*payload);
    if (file == nullptr || file->path.starts_with('/')) return {};
    return "Attribute 'payload' must name a file by an absolute path after the '@'";
}

} // namespace

HttpSettings::HttpSettings(const Promise& promise) : request(request_of(promise)) {
    const Settings settings(promise.attributes);
    file = settings.text_or("file", "");
    sha256 = lower_case(settings.text_or("sha256", ""));
}

std::vector<std::string> faults_of_http(const Promise& promise) {
    std::vector<std::string> faults;
    const Attributes& attributes = promise.attributes;
    const bool is_url =
        promise.promiser.starts_with("http://") || promise.promiser.starts_with("https://");
    if (attributes.find("url") == nullptr && !is_url) {
        faults.emplace_back(
            "Attribute 'url' is missing, and the promiser is not a URL: it must begin "
            "with 'http://' or 'https://'"
        );
    }
    if (const AttributeValue* headers = attributes.find("headers")) {
        const auto read = headers_from(*headers);
        if (const auto* fault = std::get_if<std::string>(&read))
            faults.push_back("Attribute 'headers' " + *fault);
    }
    if (std::string fault = payload_fault(attributes.find("payload")); !fault.empty())
        faults.push_back(std::move(fault));
    return faults;
}

} // namespace vow::modules
