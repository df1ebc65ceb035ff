#include "policy/inmanta/evaluation/compilation.h"
#include "policy/inmanta/functions/native_plugins.h"
#include "policy/inmanta/syntax/parser.h"
#include "policy/run/world.h"
#include "tools/fuzz/fuzzing.h"

using namespace vow;
using namespace vow::inmanta;

namespace {

constexpr std::size_t max_bytes = 4096;
constexpr std::size_t max_instances = 1000;
constexpr const char* root_model = "entity Entity:\nend\n"
                                   "Entity.requires [0:] -- Entity.provides [0:]\n"
                                   "implementation none for Entity:\nend\n";

class NoStop final : public Stop {
public:
    int signal() const override { return 0; }
};

/// A context in which a model reaches nothing.
class NoContext final : public PluginContext {
public:
    void print(const std::string&) override {}
    Value attribute(const Value&, const std::string&) override { return {}; }
    Value present_attribute(const Value&, const std::string&) override { return {}; }
    Value description(const Value&) override { return {}; }
    Value entity(const std::string&) override { return {}; }
    bool is_set(const Value&, const std::string&) override { return false; }
    bool is_instance(const Value&, const std::string&) override { return false; }
    Value resource_id(const Value&) override { return Value::Unknown(); }
    Value fact(const std::string&, const std::string&) override { return Value::Unknown(); }
    Value reference(const std::string&, const Dict&) override { return Value::Unknown(); }
    std::optional<std::string> password(const std::string&) override { return std::nullopt; }
    void add_password(const std::string&, const std::string&) override {}
    bool runs_code() const override { return true; }
    Host& host() override {
        fuzz::require(false);
        std::abort();
    }
    Answer<std::string> secret(const SecretSource&) override { return {.why_not = "unreadable"}; }
    void keep_secret(const Value&) override {}
    void keep_secrets(std::span<const Value>, const Value&) override {}
    const Stop& stop() const override { return stop_; }
    std::string module_file(const std::string& path, std::string_view) override { return path; }
    Value variable(const std::string&) override { return {}; }
    Value::List native_plugins() const override { return {}; }
    Value call(const std::string&, std::vector<Value>) override { return {}; }
    Value render(const std::string&, const Dict&) override { return {}; }

private:
    NoStop stop_;
};

/// The plugins of std that reach neither the machine nor the model, and that are not slow by
/// themselves.
class PurePlugins final : public Plugins {
public:
    PurePlugins() {
        for (auto family : {text_plugins, list_plugins, network_plugins, validation_plugins}) {
            for (Plugin& plugin : family())
                plugins_.emplace("std::" + plugin.name, std::move(plugin));
        }
        for (const char* slow : {"std::sequence", "std::matches", "std::validate_type"})
            plugins_.erase(slow);
    }

    const Plugin* find(const std::string& qualified) const override {
        const auto found = plugins_.find(qualified);
        return found != plugins_.end() ? &found->second : nullptr;
    }
    std::vector<std::string> names() const override { return {}; }

private:
    std::unordered_map<std::string, Plugin> plugins_;
};

void add_file(Model& model, const std::string& name, const SourceText& source, Diagnostics& out) {
    Namespace& space = *model.namespaces.emplace_back(std::make_unique<Namespace>());
    space.name = name;
    space.file = parse_file(source, out);
    space.imports.emplace(name, &space);
}

} // namespace

/// Reads any bytes as a model, compiles it, and renders every message.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    if (size > max_bytes) return 0;
    const SourceText main("main.cf", TrustedText::given(std::string(fuzz::text_of(bytes, size))));
    const SourceText root("std/model/_init.cf", TrustedText::given(root_model));
    Diagnostics diagnostics;
    try {
        Model model;
        add_file(model, "__config__", main, diagnostics);
        add_file(model, "std", root, diagnostics);
        model.namespaces.front()->imports.emplace("std", model.namespaces.back().get());
        NoContext context;
        const PurePlugins plugins;
        Compilation(model, plugins, context, diagnostics, max_instances).run();
    } catch (const ModelError& error) {
        add_to(diagnostics, error);
        fuzz::require(diagnostics.has_errors());
    }
    for (const Diagnostic& item : diagnostics.sorted())
        fuzz::require(!rendered(item).empty());
    return 0;
}
