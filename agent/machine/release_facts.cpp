#include "agent/machine/fact_group.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

namespace vow::agent {
namespace {

constexpr std::size_t max_release_file_bytes = std::size_t{100} * 1024;

using Names = std::pair<std::string_view, std::string_view>;

/// Names of distributions for people, by class; the first defined class counts.
constexpr std::array human_names = {
    Names{"ubuntu", "Ubuntu"},
    Names{"debian", "Debian"},
    Names{"centos", "CentOS"},
    Names{"fedora", "Fedora"},
    Names{"redhat", "RHEL"},
    Names{"opensuse", "OpenSUSE"},
    Names{"suse", "SUSE"},
    Names{"amazon_linux", "Amazon"},
    Names{"manjaro", "Manjaro"},
    Names{"arch", "Arch"},
    Names{"archarm", "Arch"},
    Names{"postmarketos", "postmarketOS"},
    Names{"alpine", "Alpine"},
    Names{"gentoo", "Gentoo"},
    Names{"slackware", "Slackware"},
};

/// Distributions with a second class, for their whole family.
constexpr std::array families = {
    Names{"rhel", "redhat"},
    Names{"opensuse", "suse"},
    Names{"sles", "suse"},
    Names{"sled", "suse"},
};

/// The value of a line NAME=VALUE, without its quotes.
std::string unquoted(std::string value) {
    if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'') &&
        value.back() == value.front()) {
        return value.substr(1, value.size() - 2);
    }
    return value;
}

std::vector<Data::Member> os_release(HostFiles& host) {
    auto text = host.read_file("/etc/os-release", max_release_file_bytes);
    if (!text) text = host.read_file("/usr/lib/os-release", max_release_file_bytes);
    std::vector<Data::Member> members;
    std::istringstream lines(text ? *text : std::string());
    for (std::string line; std::getline(lines, line);) {
        const std::size_t equals = line.find('=');
        if (equals == std::string::npos || line.starts_with('#')) continue;
        members.emplace_back(
            line.substr(0, equals), Data::string(unquoted(line.substr(equals + 1)))
        );
    }
    std::sort(members.begin(), members.end(), [](const auto& left, const auto& right) {
        return left.first < right.first;
    });
    return members;
}

/// ID_1_2, ID_1 and ID, for version 1.2.
void add_versions(FactSheet& found, const std::string& id, const std::string& version) {
    std::string name = version.empty() ? id : id + "_" + canonified(version);
    while (true) {
        found.add_class(name);
        if (name.size() <= id.size()) return;
        name.resize(name.rfind('_'));
    }
}

std::string text_at(const Data& release, std::string_view name) {
    const Data* value = release.find(name);
    return value == nullptr ? std::string() : std::string(value->text());
}

/// Debian's point release is only in a file of its own: "12.11", or "trixie/sid".
void add_debian(HostFiles& host, FactSheet& found) {
    const auto text = host.read_file("/etc/debian_version", 256);
    if (!text) return;
    found.add_class("debian");
    const std::string version = text->substr(0, text->find_first_of("\n/"));
    add_versions(found, "debian", version);
}

void set_human_name(FactSheet& found) {
    const auto known =
        std::find_if(human_names.begin(), human_names.end(), [&](const Names& names) {
            return found.classes().contains(names.first);
        });
    found.set("os_name_human", std::string(known == human_names.end() ? "Unknown" : known->second));
}

} // namespace

void discover_release(Host& host, const Site& /*site*/, FactSheet& found) {
    const Data release = Data::object(os_release(host));
    found.set("os_release", release);
    const std::string id = canonified(text_at(release, "ID"));
    const std::string version = text_at(release, "VERSION_ID");
    const std::size_t dot = version.find('.');
    const std::string major = version.substr(0, dot);
    if (!id.empty()) {
        add_versions(found, id, version);
        for (const auto& [member, family] : families) {
            if (id == member) add_versions(found, std::string(family), version);
        }
        const std::string flavor = major.empty() ? id : id + "_" + major;
        found.set("flavor", flavor);
        found.set("flavour", flavor);
    }
    add_debian(host, found);
    if (host.may(Access::exists, "/usr/bin/aptitude")) found.add_class("have_aptitude");
    found.set("os_version_major", major.empty() ? "Unknown" : major);
    std::string minor = dot == std::string::npos ? "" : version.substr(dot + 1);
    minor = minor.substr(0, minor.find('.'));
    if (minor.empty()) {
        const std::string prefix = id + "_" + major + "_";
        for (const std::string& name : found.classes()) {
            if (name.starts_with(prefix)) minor = name.substr(prefix.size());
        }
    }
    found.set("os_version_minor", minor.empty() ? "Unknown" : minor);
    set_human_name(found);
    found.set(
        "doc_root", std::string(found.classes().contains("redhat") ? "/var/www/html" : "/var/www")
    );
}

void discover_init(Host& host, const Site& /*site*/, FactSheet& found) {
    const auto line = host.read_file("/proc/1/cmdline", 4096);
    if (!line) return;
    const std::string program = line->substr(0, line->find('\0')); // up to the first argument
    const auto resolved = host.real_path(program);
    if ((resolved ? *resolved : program).ends_with("/systemd")) found.add_class("systemd");
}

} // namespace vow::agent
