#include "modules/packages/package_managers.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>

namespace vow::modules {
namespace {

/// A package as dnf names it: NAME-VERSION.ARCHITECTURE.
std::string dnf_name(const Package& package) {
    std::string argument = package.name;
    if (!package.version.empty()) argument += "-" + package.version;
    if (!package.architecture.empty()) argument += "." + package.architecture;
    return argument;
}

struct DnfArguments {
    std::vector<std::string> operator()(const InstallPackage& install) const {
        return {"install", "--", dnf_name(install.package)};
    }
    std::vector<std::string> operator()(const InstallFile& install) const {
        return {"install", "--", install.file.path()};
    }
    std::vector<std::string> operator()(const RemovePackage& remove) const {
        return {"remove", "--", dnf_name({remove.package.name, {}, remove.package.architecture})};
    }
};

/// The titles of a transaction's parts, by the first word or two.
struct Title {
    std::string_view begin;
    PackageList PackagePreview::*list;
};

constexpr std::array titles = {
    Title{"Installing", &PackagePreview::installed},
    Title{"Upgrading", &PackagePreview::installed},
    Title{"Downgrading", &PackagePreview::installed},
    Title{"Reinstalling", &PackagePreview::installed},
    Title{"Removing", &PackagePreview::removed},
};

/// Reads the table of a transaction: below a title each row has the name, the architecture and the
/// version of a package. A name that is too long has a line of its own. A package that is replaced
/// follows in a row "replacing NAME.ARCHITECTURE VERSION".
class TransactionTable {
public:
    explicit TransactionTable(PackagePreview& preview) : preview_(preview) {}

    void read(std::string_view line) {
        if (line.ends_with(':') && !line.starts_with(' ')) return begin_part(line);
        if (!line.starts_with(' ')) return end_part();
        auto words = words_of(std::string(line));
        if (words.size() >= 3 && words.front() == "replacing") return add_replaced(words);
        row_.insert(row_.end(), words.begin(), words.end());
        if (list_ == nullptr || row_.size() < 3) return;
        (preview_.*list_).push_back({row_[0], without_epoch(row_[2]), row_[1]});
        row_.clear();
    }

private:
    void begin_part(std::string_view line) {
        end_part();
        const auto title = std::ranges::find_if(titles, [&](const Title& each) {
            return line.starts_with(each.begin);
        });
        if (title != titles.end()) list_ = title->list;
    }

    void end_part() {
        list_ = nullptr;
        row_.clear();
    }

    void add_replaced(const std::vector<std::string>& words) {
        const auto dot = words[1].rfind('.');
        if (dot == std::string::npos) return;
        preview_.removed.push_back(
            {words[1].substr(0, dot), without_epoch(words[2]), words[1].substr(dot + 1)}
        );
    }

    /// As rpm lists it.
    static std::string without_epoch(const std::string& version) {
        return version.substr(version.find(':') + 1); // npos + 1 is 0
    }

    PackagePreview& preview_;
    PackageList PackagePreview::*list_ = nullptr;
    std::vector<std::string> row_;
};

} // namespace

DnfManager::DnfManager(const Promise& promise, Log& log, std::vector<std::string> options)
    : SystemManager(promise, log),
      options_(std::move(options)) {}

bool DnfManager::is_on_host() {
    return find_program("dnf") && find_program("rpm");
}

std::optional<PackageList> DnfManager::installed() {
    const ToolRun ran =
        run("rpm", {"-qa", "--queryformat", R"(%{NAME}\t%{VERSION}-%{RELEASE}\t%{ARCH}\n)"});
    return ran.succeeded ? std::optional(packages_in_columns(ran.output)) : std::nullopt;
}

PackageList DnfManager::updates(const Package& package) {
    const ToolRun ran =
        dnf({"--quiet", "--assumeyes"},
            {"repoquery",
             "--upgrades",
             "--queryformat",
             "%{name}\t%{version}-%{release}\t%{arch}\n",
             "--",
             dnf_name({package.name, {}, package.architecture})});
    return ran.succeeded ? packages_in_columns(ran.output) : PackageList();
}

std::optional<Package> DnfManager::package_in(const PackageFile& file) {
    const ToolRun ran = run(
        "rpm",
        {"-qp", "--queryformat", R"(%{NAME}\t%{VERSION}-%{RELEASE}\t%{ARCH}\n)", "--", file.path()}
    );
    const PackageList packages = ran.succeeded ? packages_in_columns(ran.output) : PackageList();
    return packages.empty() ? std::nullopt : std::optional(packages.front());
}

ToolRun DnfManager::refresh() {
    return dnf({"--quiet", "--assumeyes"}, {"makecache"});
}

/// dnf shows the transaction and answers its own question with no, which is a failure.
PackagePreview DnfManager::preview(const SystemOperation& operation) {
    PackagePreview preview{.run = dnf({"--assumeno"}, std::visit(DnfArguments(), operation))};
    TransactionTable table(preview);
    for (const std::string_view line : lines_of(preview.run.output))
        table.read(line);
    if (!preview.installed.empty() || !preview.removed.empty()) preview.run.succeeded = true;
    return preview;
}

ToolRun DnfManager::carry_out(const SystemOperation& operation) {
    return dnf({"--quiet", "--assumeyes"}, std::visit(DnfArguments(), operation));
}

ToolRun DnfManager::dnf(std::vector<std::string> first, const std::vector<std::string>& arguments) {
    first.insert(first.end(), options_.begin(), options_.end());
    first.insert(first.end(), arguments.begin(), arguments.end());
    return run("dnf", std::move(first));
}

} // namespace vow::modules
