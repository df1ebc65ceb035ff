#include "policy/skopos/language.h"

#include "policy/run/trusted_reader.h"
#include "policy/run/usage_error.h"
#include "policy/skopos/deployment.h"
#include "policy/skopos/plan/plan_reader.h"
#include "policy/skopos/plan/step_classes.h"

namespace vow::skopos {
namespace {

/// The attributes of the class, or those of all.
std::vector<ReferencePart> parts_of(std::span<const std::string_view> attributes) {
    std::vector<ReferencePart> parts;
    parts.reserve(attributes.size());
    for (const std::string_view name : attributes)
        parts.push_back({.name = std::string(name)});
    return parts;
}

std::vector<ReferenceEntry> step_entries() {
    const std::string any = "steps";
    std::vector<ReferenceEntry> entries;
    entries.reserve(step_classes().size() + 1);
    entries.push_back(
        {.kind = ReferenceKind::step,
         .name = any,
         .title = "steps of any class",
         .summary = "the attributes that every step has",
         .parts = parts_of(common_attributes())}
    );
    for (const ClassRow& row : step_classes())
        entries.push_back(
            {.kind = ReferenceKind::step,
             .name = std::string(row.name),
             .title = "steps of class " + std::string(row.name),
             .summary = std::string(row.help),
             .parts = parts_of(row.attributes),
             .common = any,
             .notes = {std::string(row.where)},
             .example = std::string(row.example)}
        );
    return entries;
}

class SkoposLanguage final : public Language {
public:
    explicit SkoposLanguage(Settings options) : options_(std::move(options)) {}

    std::unique_ptr<Policy>
    load(const std::string& path, World& world, Diagnostics& diagnostics) override {
        const bool is_run = world.options.purpose == Purpose::run && world.options.lint == Lint::no;
        if (is_run) diagnostics.ignore_warnings(); // unless they are errors
        return load_deployment(options_, path, world, sources_, diagnostics);
    }
    bool can_resume() const override { return true; }
    bool excludes_runs_itself() const override { return true; }
    std::vector<ReferenceEntry> reference(const TypeDescriptions& /*types*/) const override {
        return step_entries();
    }

private:
    Settings options_;
    Sources sources_;
};

} // namespace

bool is_plan_text(std::string_view text) {
    constexpr std::size_t probed = 4096;
    return text.substr(0, probed).find(plan_doctype) != std::string_view::npos;
}

std::unique_ptr<Language> make_language(Settings options) {
    return std::make_unique<SkoposLanguage>(std::move(options));
}

} // namespace vow::skopos
