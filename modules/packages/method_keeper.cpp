#include "modules/packages/method_keeper.h"

#include "modules/packages/package_operation.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/system/place.h"

#include <algorithm>

namespace vow::modules {
namespace {

/// Whether an order satisfies `package_select`, which is == unless it is promised.
bool satisfies(int order, const std::string& select) {
    if (select == ">") return order > 0;
    if (select == ">=") return order >= 0;
    if (select == "<") return order < 0;
    if (select == "<=") return order <= 0;
    if (select == "!=") return order != 0;
    return order == 0;
}

/// The names in a repository; none if it cannot be read.
std::vector<std::string> files_of(const std::string& repository) {
    const auto place = Place::at(repository);
    const auto target = place ? place->resolved() : place;
    if (!target) return {};
    const auto folder = target->open_folder();
    if (!folder) return {};
    const auto names = names_in(*folder);
    return names ? *names : std::vector<std::string>();
}

Settings method_of(const Settings& promise) {
    static const Data none = Data::object({});
    return promise.body("package_method").value_or(Settings(none));
}

} // namespace

MethodKeeper::MethodKeeper(
    Record& record, Log& log, const Settings& promise, KnownPackages& known, BulkSchedule& schedule
)
    : record_(record),
      log_(log),
      promise_(promise),
      method_(method_of(promise)),
      commands_(record.promise(), log, method_.uses_shell()),
      order_(method_, commands_),
      lists_(method_, commands_, known, record, log),
      policy_(promise.text_or("package_policy", "add")),
      schedule_(schedule),
      scheduling_(promise.text_or("package_schedule", "")) {}

void MethodKeeper::keep() {
    if (scheduling_ == "run") return run_schedule();
    const PackageList* known = lists_.installed();
    if (known == nullptr) return;
    const PackageList installed = *known; // operations make the known ones old
    for (const Package& package : promised_packages()) {
        const auto standing = standing_of(package, installed);
        if (!standing) {
            record_.failed("Failure trying to compare available package versions");
            continue;
        }
        keep_package(package, *standing);
    }
}

// --- the packages ---

/// One for each promised architecture; "*" stands for any version or architecture.
PackageList MethodKeeper::promised_packages() const {
    const std::string& promiser = record_.promise().promiser;
    auto architectures = promise_.list("package_architectures");
    const std::string version = promise_.text_or("package_version", "");
    if (version.empty() && architectures.empty()) {
        if (auto named = method_.named_by(promiser)) return {*std::move(named)};
    }
    if (architectures.empty()) architectures = {"*"};
    PackageList packages;
    for (const std::string& architecture : architectures)
        packages.push_back({promiser, version.empty() ? "*" : version, architecture});
    return packages;
}

/// nullopt if versions cannot be compared.
std::optional<MethodKeeper::Standing>
MethodKeeper::standing_of(const Package& package, const PackageList& installed) {
    Standing standing;
    for (const Package& candidate : installed) {
        const bool is_same =
            candidate.name == package.name &&
            (package.architecture == "*" || candidate.architecture == package.architecture);
        if (!is_same) continue;
        if (standing.installed == nullptr) standing.installed = &candidate;
        if (package.version == "*") {
            standing.matches = true;
            continue;
        }
        const auto order = order_.compare(candidate.version, package.version);
        if (!order) return {};
        if (*order != 0) continue;
        standing = {&candidate, true};
    }
    return standing;
}

// --- the policies ---

void MethodKeeper::keep_package(const Package& package, const Standing& standing) {
    const bool is_as_promised = standing.installed != nullptr && standing.matches;
    if (policy_ == "delete") return keep_removed(package, standing);
    if (policy_ == "reinstall") return keep_reinstalled(package, standing);
    if (policy_ == "patch") return keep_patched(package);
    if (is_as_promised) return record_.kept(text({"Package '", package.name, "' is as promised"}));
    if (policy_ == "verify") {
        record_.log(
            LogLevel::info, text({"Package '", package.name, "' cannot be verified -- no match"})
        );
        return record_.add(Verdict::not_kept);
    }
    if (policy_ == "update" || (policy_ == "addupdate" && standing.installed != nullptr))
        return keep_updated(package, standing);
    if (standing.installed != nullptr) {
        return record_.kept(
            text({"Package '", package.name, "' is installed, and so is not added again"})
        );
    }
    add(package);
}

void MethodKeeper::keep_removed(const Package& package, const Standing& standing) {
    const std::string select = promise_.text_or("package_select", "==");
    const bool is_in_range = select == "==" || select == ">=" || select == "<=";
    const bool has_version = package.version != "*";
    if (standing.installed == nullptr || (has_version && !(standing.matches && is_in_range)))
        return record_.kept(text({"Package '", package.name, "' is not installed, as promised"}));
    remove(*standing.installed);
}

void MethodKeeper::keep_reinstalled(const Package& package, const Standing& standing) {
    if (package.version == "*") {
        return record_.failed(
            "Package reinstallation cannot be promised -- insufficient version info or no match"
        );
    }
    if (standing.matches) remove(*standing.installed);
    add(package);
}

void MethodKeeper::keep_patched(const Package& package) {
    const auto patches = lists_.available_patches();
    if (!patches) return;
    const bool is_available = std::ranges::any_of(*patches, [&](const Package& patch) {
        const bool is_version = package.version == "*" || patch.version == package.version;
        const bool is_architecture =
            package.architecture == "*" || patch.architecture == package.architecture;
        return patch.name == package.name && is_version && is_architecture;
    });
    if (!is_available)
        return record_.kept(text({"Package '", package.name, "' has no patch to install"}));
    run(PackageOperation::patch, method_.name_for(PackageOperation::patch, package));
}

void MethodKeeper::keep_updated(const Package& package, const Standing& standing) {
    if (standing.installed == nullptr) {
        return record_.failed(
            text({"Package '", package.name, "' cannot be updated -- no match or not installed"})
        );
    }
    const auto choice = choice_for(PackageOperation::update, package);
    if (!choice) return;
    const auto order = order_.compare(standing.installed->version, choice->version);
    if (!order) return record_.failed("Failure trying to compare available package versions");
    if (*order >= 0) {
        return record_.kept(text(
            {"Package '", package.name, "' is installed in version ", standing.installed->version}
        ));
    }
    if (method_.has("package_update_command"))
        return run(PackageOperation::update, choice->argument);
    remove(*standing.installed);
    run(PackageOperation::add, choice->argument);
}

void MethodKeeper::add(const Package& package) {
    if (const auto choice = choice_for(PackageOperation::add, package))
        run(PackageOperation::add, choice->argument);
}

void MethodKeeper::remove(const Package& package) {
    run(PackageOperation::remove, method_.name_for(PackageOperation::remove, package));
}

std::optional<MethodKeeper::Choice>
MethodKeeper::choice_for(PackageOperation operation, const Package& package) {
    if (!method_.repositories().empty()) return file_for(package);
    return Choice{package.version, method_.name_for(operation, package)};
}

/// The newest file of the repositories that the promise admits; nullopt without any.
std::optional<MethodKeeper::Choice> MethodKeeper::file_for(const Package& package) {
    std::optional<Choice> best;
    const auto pattern = method_.file_pattern(package);
    if (!pattern) return {};
    for (const std::string& folder : method_.repositories()) {
        for (const std::string& name : files_of(folder)) {
            const auto match = pattern->match(name);
            if (!match || match->groups().size() < 2) continue;
            const std::string version(match->groups()[1].value_or(""));
            if (!admits(version, package)) continue;
            if (best && order_.compare(version, best->version).value_or(-1) <= 0) continue;
            best = Choice{version, text({folder, "/", name})};
        }
    }
    if (!best) {
        record_.log(
            LogLevel::verbose,
            text({"No file of the repositories holds the promised package '", package.name, "'"})
        );
    }
    return best;
}

bool MethodKeeper::admits(const std::string& version, const Package& package) {
    if (package.version == "*") return true;
    const auto order = order_.compare(version, package.version);
    return order && satisfies(*order, promise_.text_or("package_select", "=="));
}

void MethodKeeper::run(PackageOperation operation, const std::string& argument) {
    if (argument.starts_with('/')) {
        const auto checked = PackageFile::checked(argument, log_.trust());
        if (const auto* objection = std::get_if<Objection>(&checked))
            return record_.failed(objection->reason);
    }
    OperationRun run(record_, method_, commands_);
    if (scheduling_ == "add") {
        const Promise& promise = record_.promise();
        if (run.may_schedule(operation, argument))
            schedule_.add(
                body(),
                operation,
                {promise.promiser, promise.attributes, promise.origin.line, argument}
            );
    } else if (run.run(operation, argument) == OperationRun::Did::run) {
        lists_.expire();
    }
}

void MethodKeeper::run_schedule() {
    for (BulkSchedule::Group* group : schedule_.pending(body())) {
        OperationRun(record_, method_, commands_).run(*group);
        lists_.expire();
    }
    Attributes attributes = record_.promise().attributes;
    attributes.set("package_schedule", "add");
    for (const bool has_succeeded : schedule_.take_results(record_.promise(), attributes))
        record_.add(has_succeeded ? Verdict::repaired : Verdict::not_kept);
}

const AttributeValue& MethodKeeper::body() const {
    return *record_.promise().attributes.find("package_method");
}

} // namespace vow::modules
