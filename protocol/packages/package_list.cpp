#include "protocol/packages/package_list.h"

#include "protocol/text/number.h"

#include <utility>

namespace vow {
namespace {

using Kind = StoredPackageList::Kind;

std::string space_of(Kind kind) {
    switch (kind) {
    case Kind::installed_by_module: return "package_module_installed";
    case Kind::updates_by_module: return "package_module_updates";
    case Kind::installed_by_method: return "package_method_installed";
    }
    return {};
}

std::string text_in(const Data* value) {
    return value ? std::string(value->text()) : std::string();
}

Data data_of(const StoredPackageList& list) {
    Data::Array packages;
    for (const Package& package : list.packages) {
        packages.push_back(Data::array(
            {Data::string(package.name),
             Data::string(package.version),
             Data::string(package.architecture)}
        ));
    }
    return Data::object(
        {{"method", Data::string(list.method)},
         {"listed", Data::integer(list.listed.time_since_epoch().count())},
         {"packages", Data::array(std::move(packages))}}
    );
}

StoredPackageList list_in(const Data& document) {
    StoredPackageList list{.method = text_in(document.find("method"))};
    const std::string listed = text_in(document.find("listed"));
    list.listed = StoredPackageList::Time(std::chrono::seconds(integer_from(listed).value_or(0)));
    const Data* packages = document.find("packages");
    if (packages == nullptr) return list;
    for (const Data& parts : packages->items())
        list.packages.push_back({text_in(parts.at(0)), text_in(parts.at(1)), text_in(parts.at(2))});
    return list;
}

} // namespace

StoredPackageList::Time StoredPackageList::now() {
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

std::chrono::minutes StoredPackageList::age() const {
    return std::chrono::duration_cast<std::chrono::minutes>(now() - listed);
}

std::optional<StoredPackageList>
stored_packages(Documents& documents, Kind kind, std::string_view key) {
    const auto document = documents.document(space_of(kind), key);
    return document ? std::optional(list_in(*document)) : std::nullopt;
}

std::vector<StoredPackageList> all_stored_packages(Documents& documents, Kind kind) {
    std::vector<StoredPackageList> lists;
    for (const Document& document : documents.documents(space_of(kind)))
        lists.push_back(list_in(document.value));
    return lists;
}

void store_packages(
    Documents& documents, Kind kind, const std::string& key, const StoredPackageList& list
) {
    documents.put(space_of(kind), key, data_of(list));
}

void expire_packages(Documents& documents, Kind kind) {
    std::vector<DocumentChange> changes;
    for (Document& document : documents.documents(space_of(kind))) {
        StoredPackageList list = list_in(document.value);
        list.listed = {};
        changes.push_back({space_of(kind), std::move(document.key), data_of(list)});
    }
    if (!changes.empty()) documents.change(changes);
}

} // namespace vow
