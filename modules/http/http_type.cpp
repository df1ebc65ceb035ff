#include "modules/http/http_type.h"

namespace vow::modules {
namespace {

Data text_data(std::string text) {
    return Data::string(std::move(text));
}

} // namespace

PromiseTypeDescription http_type() {
    PromiseTypeDescription type{
        .name = "http",
        .summary = "downloads, and requests to web servers",
        .promiser_summary = "the URL, or a name where 'url' is promised",
    };
    type.attributes = {
        {.name = "url",
         .pattern = "https?://.+",
         .summary = "what to ask; the promiser when it is not promised"},
        {.name = "file",
         .pattern = "/.*",
         .summary = "where the answer is kept, an absolute path; else it is thrown away"},
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
         .secret = true,
         .summary = "what is sent: a text, data that becomes JSON, or '@' and a file"},
        {.name = "insecure",
         .fallback = text_data("false"),
         .choices = {"true", "false", "True", "False"},
         .summary = "whether any certificate is good enough"},
        {.name = "sha256",
         .pattern = "[0-9a-fA-F]{64}",
         .summary = "the digest that the file must have; one that has it is not asked for"},
        {.name = "timeout",
         .fallback = text_data("1500"),
         .pattern = "[0-9]{1,8}",
         .summary = "seconds that the request may take; 0 is no limit"},
        {.name = "max_size",
         .fallback = text_data("10g"),
         .pattern = "[0-9]{1,8}[kmg]?",
         .summary = "bytes that the answer may have"},
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
