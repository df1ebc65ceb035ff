#include "policy/run/usage_error.h"
#include "policy/skopos/deployment.h"
#include "policy/skopos/values/descriptor_text.h"
#include "policy/source/diagnostic.h"
#include "protocol/data/conversion.h"
#include "protocol/text/digest.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::skopos {
namespace {

/// The digest of a file; empty if it cannot be read, which the reader of the file reports.
std::string file_digest(HostFiles& host, const std::string& path) {
    const auto digest = host.file_digest(path, Digest::Algorithm::sha256);
    return digest ? *digest : std::string();
}

} // namespace

std::string absolute_path(HostFiles& host, const std::string& path) {
    if (const auto real = host.real_path(path)) return *real;
    const auto here = host.real_path(".");
    return path.starts_with('/') || !here ? path : *here + "/" + path;
}

std::string project_of(const Settings& options, const std::string& plan) {
    if (!options.project.empty()) return options.project;
    const std::string name = base_name_of(plan);
    return name.substr(0, std::max<std::size_t>(std::min(name.rfind('.'), name.size()), 1));
}

Descriptors::Variables variables_of(const Settings& options) {
    Descriptors::Variables variables;
    for (const std::string& word : options.variables) {
        const std::size_t equals = word.find('=');
        const std::string name = word.substr(0, equals);
        if (equals == std::string::npos || !is_variable_name(name))
            throw UsageError("--var: '" + word + "' is not NAME=VALUE");
        variables.insert_or_assign(name, word.substr(equals + 1));
    }
    return variables;
}

std::vector<std::string> plugin_folders(const Settings& options, Host& host) {
    std::vector<std::string> folders;
    for (const std::string& folder : options.plugin_folders) {
        const auto path = host.real_path(folder);
        if (!path) throw UsageError("--plugins: cannot use '" + folder + "': " + path.why_not);
        folders.push_back(*path);
    }
    return folders;
}

std::set<std::string> assumed_failures(const Settings& options, const Plan& plan) {
    std::vector<std::string_view> ids;
    for_each_step(plan, [&](const Step& step, const std::vector<const Step*>&) {
        if (!step.is_holder()) ids.push_back(step.id);
    });
    std::set<std::string> steps;
    for (const std::string& word : options.assumed) {
        const std::string id = word.substr(0, word.find('='));
        if (word != id + "=fail") throw UsageError("--assume: '" + word + "' is not STEP=fail");
        if (std::ranges::find(ids, id) == ids.end()) {
            const std::string hint = did_you_mean(id, ids);
            throw UsageError(with_hint(
                "--assume: '" + id + "' is not an action, delay or gate of this plan", hint
            ));
        }
        steps.insert(id);
    }
    return steps;
}

Data remembered_options(const Settings& options, Host& host) {
    std::vector<std::string> targets;
    for (const std::string& target : options.targets)
        targets.push_back(file_digest(host, target));
    const std::string model = options.model.empty() ? "" : file_digest(host, options.model);
    return Data::object(
        {{"--model", Data::string(model)},
         {"--target", array_of(targets)},
         {"--var", array_of(options.variables)},
         {"--plugins", array_of(plugin_folders(options, host))},
         {"--only", array_of(options.only)}}
    );
}

void require_same_options(const Settings& options, Host& host, const RunHead& head) {
    const Data given = remembered_options(options, host);
    for (const auto& [name, value] : given.members()) {
        const bool is_given = value.size() > 0 || !value.text().empty() ||
                              (name == "--model" && !options.model.empty());
        const Data* remembered = head.options.find(name);
        if (is_given && (remembered == nullptr || !(*remembered == value)))
            throw UsageError(name + " differs from that with which the run began");
    }
}

} // namespace vow::skopos
