#include "policy/otterscript/language.h"
#include "policy/otterscript/loading/library.h"
#include "policy/otterscript/run/inventory.h"
#include "policy/run/usage_error.h"
#include "protocol/text/name_grammar.h"
#include "tests/support/fake_world.h"
#include "tools/fuzz/fuzzing.h"

#include <filesystem>

using namespace vow;
using otterscript::Inventory;

namespace {

/// A host on which every path is a file.
class FullHost final : public test::FakeHost {
public:
    Answer<FileStatus> status(const std::string&, Symlinks) override {
        return {.value = FileStatus{.kind = FileKind::regular, .mode = 0644}};
    }
};

/// ssh gets names only, and a name in a raft never leads out of it.
void check_server(const Inventory& inventory, const otterscript::Server& server) {
    fuzz::require(inventory.find_server(server.name) != nullptr);
    if (const auto& destination = server.destination) {
        fuzz::require(!fault_of_name(names::host, destination->host));
        fuzz::require(!fault_of_name(names::login, destination->user));
        fuzz::require(!fault_of_name(names::port, destination->port));
    }
    for (const auto& [key, variable] : server.variables)
        fuzz::require(inventory.find(&server, key) == &variable);
    FullHost host;
    const otterscript::Rafts rafts({"other=/rafts/other"}, "/rafts/own");
    for (const std::string& raft : {std::string(), std::string("OTHER"), server.name}) {
        const auto path = rafts.find(raft, server.name, ".otter", host);
        if (!path) continue;
        const std::string folder = raft.empty() ? "/rafts/own/" : "/rafts/other/";
        fuzz::require(std::filesystem::path(*path).lexically_normal().string().starts_with(folder));
    }
}

/// Checks the routine plans of an inventory, and runs them unless a text of it is evaluated, which
/// could take long.
void run_plans(const std::string& text) {
    test::FakeWorld fakes;
    fakes.host.files = {
        {"inventory.yaml", text},
        {"plan.otter",
         "Log-Information $ServerName $a;\nset @l = @b;\nEnsure-File x (Text: $c);\n"},
        {"bad.otter", "{"}};
    fakes.catalogue.add({.name = "files", .path = "/bin/module"});
    const auto language = otterscript::make_language({.inventory = "inventory.yaml"});
    Diagnostics diagnostics;
    const auto policy = language->load("", fakes.world, diagnostics);
    for (const Diagnostic& item : diagnostics.sorted())
        fuzz::require(!rendered(item).empty());
    fuzz::require((policy != nullptr) == !diagnostics.has_errors());
    if (policy == nullptr || text.find("!eval") != text.npos) return;
    fuzz::require(policy->run().verdict.has_value());
}

} // namespace

/// Reads any bytes as an inventory of OtterScript, and looks all of it up.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string text(fuzz::text_of(bytes, size));
    try {
        const Inventory inventory(text);
        for (const auto& server : inventory.servers())
            check_server(inventory, server);
        for (const auto& role : inventory.roles())
            fuzz::require(inventory.find_role(role.name) != nullptr);
    } catch (const std::runtime_error& mistake) {
        fuzz::require(std::string_view(mistake.what()).starts_with("line "));
        return 0;
    }
    run_plans(text);
    return 0;
}
