#include "agent/publishing/commands.h"
#include "agent/publishing/release_fault.h"
#include "agent/release/untrusted.h"
#include "protocol/data/conversion.h"
#include "protocol/data/json_layout.h"
#include "protocol/text/text.h"
#include "protocol/text/utc_time.h"

#include <algorithm>
#include <array>
#include <utility>

namespace vow::agent {
namespace {

/// The view of a repository: as one document, of which the text is made.
class RepositoryView {
public:
    RepositoryView(const Repository& repository, const KeyRing& keys)
        : repository_(repository),
          keys_(keys),
          targets_(repository.next_targets()) {}

    Data document() const {
        return Data::object(
            {{"repository", Data::string(repository_.folder().path())},
             {"roles", roles()},
             {"delegations", delegations()},
             {"bundles", bundles()},
             {"groups", documents_in("groups/")},
             {"hosts", documents_in("hosts/")},
             {"secrets", secrets()},
             {"staged", staged()}}
        );
    }

private:
    Data roles() const {
        const auto root_file = repository_.next("root");
        if (!root_file)
            throw ReleaseFault(
                "'" + repository_.folder().path() + "' has no root, neither published nor staged"
            );
        const RootMetadata root = root_from(root_file->content, "root.json");
        const std::array<std::pair<const char*, std::optional<SignedFile>>, 4> files = {
            {{"root", repository_.root()},
             {"targets", repository_.targets()},
             {"snapshot", repository_.snapshot()},
             {"timestamp", repository_.timestamp()}}};
        Data::Array items;
        for (const auto& [role, file] : files) {
            std::vector<Data::Member> members = {{"role", Data::string(role)}};
            if (file) {
                members.emplace_back("version", Data::integer(version_of(*file)));
                members.emplace_back("expires", Data::string(utc_text(expiry_of(*file))));
            }
            const Role& listed = root.role(role);
            const auto threshold = static_cast<std::int64_t>(listed.threshold);
            members.emplace_back("threshold", Data::integer(threshold));
            members.emplace_back("keys", keys_of(listed));
            items.push_back(Data::object(std::move(members)));
        }
        return Data::array(std::move(items));
    }

    Data delegations() const {
        Data::Array items;
        for (const Delegation& delegation : repository_.delegations()) {
            std::vector<Data::Member> members = {
                {"role", Data::string(delegation.name)},
                {"paths", array_of(delegation.paths)},
                {"hash_prefixes", array_of(delegation.hash_prefixes)}};
            if (const auto file = repository_.published(delegation.name)) {
                members.emplace_back("version", Data::integer(version_of(*file)));
                members.emplace_back("expires", Data::string(utc_text(expiry_of(*file))));
            }
            const auto threshold = static_cast<std::int64_t>(delegation.role.threshold);
            members.emplace_back("threshold", Data::integer(threshold));
            members.emplace_back("keys", keys_of(delegation.role));
            items.push_back(Data::object(std::move(members)));
        }
        return Data::array(std::move(items));
    }

    Data keys_of(const Role& role) const {
        Data::Array items;
        items.reserve(role.keys.size());
        for (const std::string& id : role.keys) {
            items.push_back(
                Data::object({{"id", Data::string(id)}, {"here", Data::boolean(keys_.has(id))}})
            );
        }
        return Data::array(std::move(items));
    }

    Data bundles() const {
        Data::Array items;
        for (const auto& [target, record] : targets_) {
            const auto parts = split_at(target, '/');
            constexpr std::string_view suffix = ".tar.zst";
            if (parts.size() != 3 || parts[0] != "bundles" || !target.ends_with(suffix)) continue;
            const std::string_view version = parts[2].substr(0, parts[2].size() - suffix.size());
            items.push_back(Data::object(
                {{"name", Data::string(parts[1])},
                 {"version", Data::string(version)},
                 {"sha256", Data::string(digest_of_target(record))},
                 {"size", size_of(record)}}
            ));
        }
        return Data::array(std::move(items));
    }

    static Data size_of(const Data& record) {
        const Data* length = record.find("length");
        return length == nullptr ? Data() : *length;
    }

    Data documents_in(std::string_view folder) const {
        Data::Array items;
        for (const auto& [target, record] : targets_) {
            if (!target.starts_with(folder)) continue;
            const auto parsed = parse_json(repository_.target(target).value_or(""));
            if (const auto* data = std::get_if<Data>(&parsed)) items.push_back(*data);
        }
        return Data::array(std::move(items));
    }

    Data secrets() const {
        constexpr std::string_view folder = "data/";
        constexpr std::string_view suffix = ".age";
        Data::Array items;
        for (const auto& [target, record] : targets_) {
            if (!target.starts_with(folder) || !target.ends_with(suffix)) continue;
            const std::size_t size = target.size() - folder.size() - suffix.size();
            items.push_back(Data::object(
                {{"name", Data::string(target.substr(folder.size(), size))},
                 {"sha256", Data::string(digest_of_target(record))}}
            ));
        }
        return Data::array(std::move(items));
    }

    Data staged() const {
        const auto missing = missing_signatures(repository_);
        Data::Array items;
        for (const std::string& role : repository_.staged_roles()) {
            const auto file = repository_.staged(role);
            if (!file) continue;
            const auto lack = std::ranges::find(missing, role, &MissingSignatures::role);
            const bool is_complete = lack == missing.end();
            items.push_back(Data::object(
                {{"role", Data::string(role)},
                 {"version", Data::integer(version_of(*file))},
                 {"signatures_missing",
                  Data::integer(
                      is_complete ? 0 : static_cast<std::int64_t>(lack->needed - lack->have)
                  )}}
            ));
        }
        return Data::array(std::move(items));
    }

    const Repository& repository_;
    const KeyRing& keys_;
    std::map<std::string, Data> targets_;
};

std::string shown_member(const Data& data, std::string_view name) {
    const Data* value = data.find(name);
    return value == nullptr ? "-" : std::string(value->text());
}

std::string widened(std::string text, std::size_t width) {
    if (text.size() < width) text.append(width - text.size(), ' ');
    return text + " ";
}

std::string role_line(const Data& role) {
    std::string line = widened(shown_member(role, "role"), 10) + "version " +
                       widened(shown_member(role, "version"), 4) + "expires " +
                       shown_member(role, "expires");
    const auto expires = utc_from(shown_member(role, "expires"));
    constexpr std::chrono::hours soon{30 * 24};
    const bool is_kept_long =
        shown_member(role, "role") == "root" || shown_member(role, "role") == "targets";
    if (expires && *expires <= release_time())
        line += " (EXPIRED)";
    else if (expires && is_kept_long && *expires - release_time() < soon)
        line += " (soon)";
    line += "\n";
    const auto& keys = role.find("keys")->items();
    line += "           " + shown_member(role, "threshold") + " of " + std::to_string(keys.size()) +
            (keys.size() == 1 ? " key signs:" : " keys sign:");
    for (const Data& key : keys)
        line += " " + KeyRing::short_id(shown_member(key, "id")) +
                (key.find("here")->truth() ? "" : " (elsewhere)");
    return line + "\n";
}

std::string delegation_lines(const Data& delegation) {
    std::string names;
    for (const char* member : {"paths", "hash_prefixes"})
        for (const Data& name : delegation.find(member)->items())
            names += (names.empty() ? "" : ", ") + std::string(name.text());
    const bool is_bin = delegation.find("paths")->items().empty();
    return role_line(delegation) + "           for " + (is_bin ? "digests " : "") + names + "\n";
}

std::string group_line(const Data& group) {
    const bool is_host = group.find("host") != nullptr;
    const Data* bundle = group.find("bundle");
    return "  " + widened(shown_member(group, is_host ? "host" : "group"), 16) +
           (is_host ? "" : "hosts of '" + shown_member(group, "when") + "': ") +
           (bundle == nullptr
                ? "-"
                : shown_member(*bundle, "name") + " " + shown_member(*bundle, "version")) +
           ", " + shown_member(group, "entry") + "\n";
}

std::string view_section(
    const Data& document,
    std::string_view name,
    const std::string& title,
    std::string (*line_of)(const Data&)
) {
    std::string text;
    for (const Data& item : document.find(name)->items())
        text += line_of(item);
    return text.empty() ? text : title + text;
}

std::string text_of_view(const Data& document) {
    std::string text = shown_member(document, "repository") + "\n";
    text += view_section(document, "roles", "", &role_line);
    text += view_section(document, "delegations", "Delegated roles\n", &delegation_lines);
    text += view_section(document, "bundles", "Bundles\n", [](const Data& bundle) {
        return "  " +
               widened(shown_member(bundle, "name") + " " + shown_member(bundle, "version"), 16) +
               widened(shown_member(bundle, "size") + " bytes", 14) +
               shown_member(bundle, "sha256") + "\n";
    });
    text += view_section(document, "groups", "Groups\n", &group_line);
    text += view_section(document, "hosts", "Single hosts\n", &group_line);
    text += view_section(document, "secrets", "Secrets\n", [](const Data& secret) {
        return "  " + shown_member(secret, "name") + "\n";
    });
    return text + view_section(
                      document,
                      "staged",
                      "Staged, and not published yet\n",
                      [](const Data& item) {
                          const std::string missing = shown_member(item, "signatures_missing");
                          return "  " + shown_member(item, "role") + ".json, version " +
                                 shown_member(item, "version") +
                                 (missing == "0" ? "" : ", signatures missing: " + missing) + "\n";
                      }
                  );
}

} // namespace

int show_repository(const Options& options) {
    const RepositoryFolder folder(options.release.repository, RepositoryFolder::Use::reading);
    const Repository repository(folder);
    Passphrase passphrase("");
    const KeyRing keys(folder, passphrase);
    const Data document = RepositoryView(repository, keys).document();
    print(
        options.release.is_json ? laid_out(document, {.indent = 2}) + "\n" : text_of_view(document)
    );
    return number_of(ExitStatus::success);
}

} // namespace vow::agent
