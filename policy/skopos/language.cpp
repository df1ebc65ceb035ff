#include "policy/skopos/language.h"

#include "policy/run/source_reader.h"
#include "policy/run/usage_error.h"
#include "policy/skopos/deployment.h"
#include "policy/skopos/plan/plan_reader.h"

namespace vow::skopos {
namespace {

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
