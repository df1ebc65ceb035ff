#include "protocol/harness/fuzz/repro.h"

#include "protocol/harness/escapes.h"

namespace vow::harness {
namespace {

/// A value as YAML that reads back unchanged: JSON is YAML.
std::string yaml_of(const Data& value) {
    std::string json = json_text(value);
    if (value.kind() == Data::Kind::string) return json;
    bool is_texts = value.kind() == Data::Kind::array;
    for (const Data& item : value.items())
        is_texts = is_texts && item.kind() == Data::Kind::string;
    return is_texts ? json : "!json " + json_text(Data::string(json));
}

std::string yaml_of(const std::string& text) {
    return json_text(Data::string(text));
}

std::string promise_yaml(const SentPromise& promise) {
    std::string yaml = "cases:\n  - name: found by fuzzing\n    type: " + yaml_of(promise.type) +
                       "\n    promiser: " + yaml_of(promise.promiser) + "\n";
    if (!promise.attributes.empty()) yaml += "    attributes:\n";
    for (const auto& [name, value] : promise.attributes)
        yaml += "      " + yaml_of(name) + ": " + yaml_of(value) + "\n";
    return yaml;
}

} // namespace

std::string
case_of(const SentPromise& promise, const std::string& expected, const std::string& log) {
    std::string yaml = promise_yaml(promise) + "    expect: " + expected + "\n";
    if (!log.empty()) yaml += "    log: [" + yaml_of(log) + "]\n";
    return yaml;
}

std::string
case_of_bytes(const std::string& bytes, const SentPromise& after, wire::Result expected) {
    return promise_yaml(after) + "    bytes: " + yaml_of(with_escapes(bytes)) +
           "\n    expect: " + std::string(text_of(expected)) + "\n";
}

} // namespace vow::harness
