#include "modules/http/http_module.h"

#include "modules/http/http_keeper.h"

namespace vow::modules {

HttpModule::HttpModule() : DescribedModule(http_type()) {}

std::vector<std::string> HttpModule::further_faults(const Promise& promise) const {
    return faults_of_http(promise);
}

Outcome HttpModule::keep(const Promise& promise, Record& record, Log& log) {
    return HttpKeeper(client_, promise, record, log).keep();
}

namespace {

Data text_data(std::string_view text) {
    return Data::string(text);
}

} // namespace

PromiseTypeDescription http_type() {
    PromiseTypeDescription type{
        .name = "http",
        .summary = "downloads, and requests to web servers",
        .promiser_summary = "the URL, or a name where 'url' is promised",
    };
    type.attributes = {
        {.name = "url", .pattern = "https?://.+", .summary = "the URL, unless it is the promiser"},
        {.name = "file",
         .pattern = "/.*",
         .summary = "the file for the response, an absolute path; by default it is discarded"},
        {.name = "method",
         .fallback = text_data("GET"),
         .choices = {"GET", "POST", "PUT", "DELETE", "PATCH"},
         .summary = "the method of the request"},
        {.name = "headers",
         .type = AttributeType::data,
         .secret = true,
         .summary = "lines 'name: value' in a text or a list, or data"},
        {.name = "payload",
         .type = AttributeType::data,
         .summary = "the body of the request: a text, data as JSON, or '@' and a file"},
        {.name = "insecure",
         .fallback = text_data("false"),
         .choices = {"true", "false", "True", "False"},
         .summary = "whether to accept any certificate"},
        {.name = "sha256",
         .pattern = "[0-9a-fA-F]{64}",
         .summary = "the digest that the file must have; a file that has it is not downloaded"},
        {.name = "timeout",
         .fallback = text_data("1500"),
         .pattern = "[0-9]{1,8}",
         .summary = "time limit for the request in seconds; 0 for no limit"},
        {.name = "max_size",
         .fallback = text_data("10g"),
         .pattern = "[0-9]{1,8}[kmg]?",
         .summary = "maximum size of the response in bytes"},
    };
    type.rules = {
        {.with = {"sha256"}, .needs = {"file"}, .summary = "it is the digest of a download"}};
    type.result_classes = {
        "PROMISER_METHOD_request_done",
        "PROMISER_METHOD_request_failed",
        "PROMISER_METHOD_payload_failed",
        "PROMISER_METHOD_payload_file_failed",
        "PROMISER_METHOD_file_failed",
    };
    type.examples = {
        "http:\n  \"https://example.org/logo.svg\"\n    file => \"/srv/www/logo.svg\";"};
    return type;
}

} // namespace vow::modules
