#include "modules/files/access_list.h"

#include "modules/sdk/cpp/text.h"
#include "protocol/system/acl.h"

#include <algorithm>

namespace vow::modules {

namespace {

using Inherited = AccessList::Inherited;
using Tag = AclEntry::Tag;

Inherited inherited_from(std::string_view word) {
    if (word == "nochange") return Inherited::unchanged;
    if (word == "access" || word == "parent") return Inherited::access;
    if (word == "specify") return Inherited::specified;
    if (word == "clear" || word == "none") return Inherited::cleared;
    return Inherited::unset;
}

AclEntry* find_entry(Acl& acl, const AclEntry& wanted) {
    const auto found =
        std::ranges::find_if(acl, [&](const AclEntry& entry) { return entry.is_about(wanted); });
    return found == acl.end() ? nullptr : &*found;
}

/// One file and its lists.
class ListedFile {
public:
    ListedFile(
        const AccessList& list, const NamedFile& file, const struct stat& status, Record& record
    )
        : list_(list),
          file_(file),
          path_(file.path()),
          status_(status),
          record_(record) {}

    void keep() {
        if (!has_valid_syntax()) {
            record_.failed(text({"Syntax error in access control list for '", path_, "'"}));
        } else if (list_.type == AccessList::Type::ntfs) {
            record_.failed("NTFS ACLs are not supported on this system");
        } else if (keep_entries(AclKind::access, list_.entries)) {
            keep_inherited();
        }
    }

private:
    bool has_valid_syntax() {
        if (list_.inherited != Inherited::unset && !S_ISDIR(status_.st_mode)) {
            record_.log(LogLevel::error, "acl_default can only be set on directories.");
            return false;
        }
        return are_valid(list_.entries) && are_valid(list_.inherited_entries);
    }

    bool are_valid(const std::vector<std::string>& entries) {
        for (const std::string& entry : entries) {
            const std::string fault = fault_of_access_entry(entry, list_.type);
            if (fault.empty()) continue;
            record_.log(LogLevel::error, fault);
            record_.log(LogLevel::error, text({"ACL: The ACE '", entry, "' contains errors"}));
            return false;
        }
        return true;
    }

    void keep_inherited() {
        switch (list_.inherited) {
        case Inherited::unset: return;
        case Inherited::unchanged:
            record_.kept(text({"No change required for '", path_, "' with acl_default=nochange"}));
            return;
        case Inherited::access: return copy_access();
        case Inherited::specified:
            keep_entries(AclKind::inherited, list_.inherited_entries);
            return;
        case Inherited::cleared: return clear();
        }
    }

    /// Returns whether the list is as promised now.
    bool keep_entries(AclKind kind, const std::vector<std::string>& entries) {
        const std::string name = kind == AclKind::access ? "Access" : "Default";
        const auto present = file_.place().acl(kind, status_);
        if (!present)
            return fail(present.error(), "No " + name + " ACL for '" + path_ + "' could be read");
        Acl promised = list_.method == AccessList::Method::append ? *present : Acl();
        if (!apply(entries, promised)) return false;
        put_in_order(promised);
        if (promised == *present) {
            record_.kept(text({"'", name, "' ACL on '", path_, "' needs no modification."}));
            return true;
        }
        if (!record_.allows(field_change(
                text({"update ACL ", name, " on file '", path_, "'"}), path_, "acl", "", ""
            )))
            return false;
        if (const auto fault = fault_of(promised)) {
            const std::string index = std::to_string(fault->index);
            record_.failed(text(
                {"Invalid ACL in '",
                 text_of(promised),
                 "' at index ",
                 index,
                 " (acl_check: ",
                 fault->reason,
                 ")"}
            ));
            return false;
        }
        const std::string done = text({name, " ACL on '", path_, "' successfully changed"});
        return set(kind, promised, done);
    }

    bool apply(const std::vector<std::string>& entries, Acl& acl) {
        bool has_mask = false;
        for (const std::string& words : entries) {
            const auto parsed = parse_access_entry(words);
            if (!parsed.entry) {
                record_.log(LogLevel::error, parsed.unknown);
                record_.failed(text({"ACL: Error parsing entity in '", words, "'"}));
                return false;
            }
            has_mask = has_mask || parsed.entry->tag == Tag::mask;
            AclEntry* present = find_entry(acl, *parsed.entry);
            if (present == nullptr) present = &acl.emplace_back(*parsed.entry);
            present->permissions = parsed.change.applied_to(present->permissions);
        }
        if (!has_mask) calculate_mask(acl);
        return true;
    }

    void copy_access() {
        const auto access = file_.place().acl(AclKind::access, status_);
        const auto present = file_.place().acl(AclKind::inherited, status_);
        if (!access || !present) {
            fail(
                access ? present.error() : access.error(),
                "Could not find an ACL for '" + path_ + "'"
            );
        } else if (*access == *present) {
            record_.kept(text({"Default ACL on '", path_, "' as promised"}));
        } else if (record_.allows(field_change(
                       text({"copy default ACL on '", path_, "' from access ACL"}),
                       path_,
                       "acl",
                       "",
                       ""
                   ))) {
            const std::string done =
                text({"Default ACL on '", path_, "' successfully copied from access ACL."});
            set(AclKind::inherited, *access, done);
        }
    }

    void clear() {
        const auto present = file_.place().acl(AclKind::inherited, status_);
        if (!present) {
            fail(present.error(), "Unable to read default acl for '" + path_ + "'");
        } else if (present->empty()) {
            record_.kept(text({"Default ACL on '", path_, "' as promised"}));
        } else if (record_.allows(field_change(
                       text({"clean default ACL on '", path_, "'"}), path_, "acl", "", ""
                   ))) {
            set(AclKind::inherited, {}, text({"Default ACL on '", path_, "' successfully cleared"})
            );
        }
    }

    bool set(AclKind kind, const Acl& acl, const std::string& done) {
        const int error = file_.place().set_acl(kind, acl, status_);
        if (error != 0) return fail(error, "Error setting new ACL on file '" + path_ + "'");
        record_.repaired(done);
        return true;
    }

    bool fail(int error, const std::string& what) {
        record_.failed_with(error, text({what, " (", system_message(error), ")"}));
        return false;
    }

    const AccessList& list_;
    const NamedFile& file_;
    const std::string& path_;
    const struct stat& status_;
    Record& record_;
};

} // namespace

AccessList AccessList::from(const Settings& body) {
    AccessList list{
        .method = body.text("acl_method") == "overwrite" ? Method::overwrite : Method::append,
        .inherited =
            inherited_from(body.text_or("acl_default", body.text_or("acl_directory_inherit", ""))),
        .entries = body.list("aces"),
        .inherited_entries = body.list("specify_default_aces")};
    if (body.text("acl_type") == "posix") list.type = Type::posix;
    if (body.text("acl_type") == "ntfs") list.type = Type::ntfs;
    if (list.inherited_entries.empty()) list.inherited_entries = body.list("specify_inherit_aces");
    return list;
}

void keep_access_list(const AccessList& list, const NamedFile& file, Record& record) {
    const auto status = file.status();
    if (!status || S_ISLNK(status->st_mode)) return;
    ListedFile(list, file, *status, record).keep();
}

} // namespace vow::modules
