/// The promise type `download`, whose attributes depend on each other: see download.yaml.

#include "modules/sdk/cpp/described_module.h"
#include "modules/sdk/cpp/serve.h"

using namespace vow;

namespace {

PromiseTypeDescription download_type() {
    const AttributeDescription perms{
        .name = "perms",
        .type = AttributeType::body,
        .summary = "of the file",
        .attributes =
            {{.name = "mode", .required = true, .pattern = "[0-7]+"},
             {.name = "owner", .fallback = Data::string("root")},
             {.name = "group"},
             {.name = "strict", .type = AttributeType::bool_},
             {.name = "label", .pattern = "[a-z]+", .secret = true}},
        .rules = {
            {.with = {"group"}, .needs = {"owner"}, .summary = "it has none alone"},
            {.with = {"owner", "strict"}, .excludes = {"group"}}}};
    return {
        .name = "download",
        .summary = "keeps files",
        .attributes =
            {{.name = "url"},
             {.name = "path"},
             {.name = "text"},
             {.name = "sha256", .pattern = "[0-9a-f]+"},
             {.name = "force", .type = AttributeType::bool_},
             {.name = "insecure", .type = AttributeType::bool_},
             perms},
        .rules = {
            {.needs = {"url", "path", "text"}},
            {.with = {"url"}, .excludes = {"path", "text"}},
            {.with = {"sha256"}, .needs = {"url"}, .summary = "it is the digest of a download"},
            {.with = {"force", "url"},
             .needs = {"sha256", "insecure"},
             .summary = "what is forced is checked"},
            {.with = {"insecure"}, .excludes = {"sha256"}}}};
}

class DownloadModule : public modules::DescribedModule {
public:
    DownloadModule() : DescribedModule(download_type()) {}

private:
    Outcome keep(const Promise& promise, Record& record, modules::Log&) override {
        const AttributeValue* perms = promise.attributes.find("perms");
        const Data* owner = perms ? std::get<Data>(*perms).find("owner") : nullptr;
        record.kept("as promised");
        Outcome outcome;
        if (owner) outcome.classes = {"owner_" + std::string(owner->text())};
        return outcome;
    }
};

} // namespace

int main() {
    DownloadModule module;
    return serve(module);
}
