#include "policy/run/usage_error.h"
#include "policy/skopos/values/descriptor_reader.h"
#include "tests/support/fake_host.h"

#include <doctest/doctest.h>

namespace descriptor_reader_test {

using namespace vow;
using namespace vow::skopos;

namespace {

constexpr const char* model_header = "doctype: com.datagridsys.doctype/skopos/model\nversion: 1\n";

struct Reading {
    test::FakeHost host = {};
    Sources sources = {};
    Diagnostics diagnostics = {};
    DescriptorFiles files = {};

    Descriptors read() { return read_descriptors(files, host, sources, diagnostics); }
    void add_target(const std::string& path, const std::string& text) {
        host.files[path] = text;
        files.targets.push_back(path);
    }
    void set_model(const std::string& text) {
        host.files["/m.yaml"] = model_header + text;
        files.model = "/m.yaml";
    }
    /// "1:7 kind" of the only diagnostic.
    std::string mistake() const {
        const auto all = diagnostics.sorted();
        if (all.size() != 1) return std::to_string(all.size()) + " mistakes";
        const Position place = all[0].span.position();
        return std::to_string(place.line) + ":" + std::to_string(place.column) + " " +
               std::string(all[0].kind->name);
    }
};

} // namespace

TEST_CASE("targets are merged, mappings deeply") {
    Reading reading;
    reading.add_target("/1.yaml", "plugin_config: {p: {a: 1, b: 1}}\ncore_plugin: x\n");
    reading.add_target("/2.yaml", "plugin_config: {p: {b: 2}, timeout: 5}\n");
    const Descriptors descriptors = reading.read();
    CHECK(json_text(*descriptors.config("p")) == R"({"a":1,"b":2})");
    CHECK(descriptors.core_plugin() == "x");
    CHECK(descriptors.timeout() == 5);
    CHECK(reading.diagnostics.empty());
}

TEST_CASE("variables of the command line go before targets, and these before the model") {
    Reading reading;
    reading.set_model("vars: {a: m, b: m, c: m}\ncomponents: {web: {image: \"${a}${b}${c}\"}}\n");
    reading.add_target("/t.yaml", "vars: {b: t, c: t}\n");
    reading.files.variables = {{"c", "l"}};
    CHECK(reading.read().component("web")->find("image")->text() == "mtl");
}

TEST_CASE("a plain scalar has the type of its value") {
    Reading reading;
    reading.set_model("components: {web: {replicas: 2, image: \"${x:-y}${z-}\"}}\n");
    const Descriptors descriptors = reading.read();
    CHECK(descriptors.replicas("web") == 2);
    CHECK(descriptors.replicas("other") == 1);
    CHECK(descriptors.component("web")->find("image")->text() == "y");
}

TEST_CASE("a number in quotes is a number") {
    Reading reading;
    reading.set_model(
        "components: {web: {replicas: \"${n-2}\"}, db: {replicas: 2, singleton: \"yes\"}}\n"
    );
    reading.add_target("/t.yaml", "plugin_config: {timeout: \"${t-5}\"}\n");
    const Descriptors descriptors = reading.read();
    CHECK(descriptors.replicas("web") == 2);
    CHECK(descriptors.replicas("db") == 1);
    CHECK(descriptors.timeout() == 5);
    CHECK(reading.diagnostics.empty());
}

TEST_CASE("a promise module is relative to the file that names it") {
    Reading reading;
    reading.host.files["/env/m.py"] = "";
    reading.add_target("/env/t.yaml", "promise_modules: {k: {path: m.py, interpreter: /p}}\n");
    const Descriptors descriptors = reading.read();
    CHECK(descriptors.modules.at("k") == PromiseType{"k", "/p", "/env/m.py"});
    CHECK(descriptors_from(data_of(descriptors)).modules == descriptors.modules);
}

TEST_CASE("mistakes in descriptors have their places") {
    const auto mistake = [](const std::string& text) {
        Reading reading;
        reading.add_target("/t.yaml", text);
        reading.read();
        return reading.mistake();
    };
    CHECK(mistake("vars: [a]\n") == "1:7 bad-target");
    CHECK(mistake("doctype: x\n") == "1:10 bad-target");
    CHECK(mistake("core_plugin: ${x}\n") == "1:14 unset-variable");
    CHECK(mistake("plugin_config: {timeout: soon}\n") == "1:26 bad-target");
    CHECK(mistake("plugin_config: {timeout: \"${t-soon}\"}\n") == "1:26 bad-target");
    Reading reading;
    reading.set_model("components: {web: {replicas: two}}\n");
    reading.read();
    CHECK(reading.mistake() == "3:30 bad-model");
}

TEST_CASE("a file that cannot be read is wrong usage") {
    Reading reading;
    reading.files.model = "/none.yaml";
    CHECK_THROWS_AS(reading.read(), UsageError);
}

} // namespace descriptor_reader_test
