#include "policy/cfengine/loading/data_definitions.h"

#include "policy/cfengine/values/variable_name.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

bool is_plain_array(const Data& data) {
    const auto& items = data.items();
    return data.kind() == Data::Kind::array &&
           std::none_of(items.begin(), items.end(), [](const Data& item) {
               return item.is_container();
           });
}

Value value_of(const Data& data) {
    if (!data.is_container()) return Value::string(scalar_text(data));
    return is_plain_array(data) ? Value::list(scalar_children(data)) : Value::data(data);
}

} // namespace

void DataDefinitions::variable(const std::string& written, const Data& data, Remarks remarks) {
    const auto name = read_variable_name(written);
    const bool complete = name && (name->name_space.empty() || !name->bundle.empty());
    if (!complete) {
        mistakes_.report(
            "Invalid variable specification in " + std::string(source_.described) + ": '" +
            written + "' (bundle name has to be specified if namespace is specified)"
        );
        return;
    }
    const std::string bundle = qualified_bundle(
        name->name_space.empty() ? source_.name_space : name->name_space,
        name->bundle.empty() ? source_.bundle : name->bundle
    );
    const std::vector<std::string> indices(name->indices.begin(), name->indices.end());
    Names& names = run_.names();
    const Slot* known = run_.variables.slot(names.symbol(bundle), names.symbol(name->name));
    const Variable* old = known == nullptr  ? nullptr
                          : indices.empty() ? known->plain()
                                            : known->element(joined_key(indices));
    const std::string shown = bundle + "." + std::string(name->name);
    if (is_fixed(old ? &old->tags : nullptr, "variable", shown)) return;
    run_.variables.define(
        names.symbol(bundle),
        names.symbol(name->name),
        indices,
        {value_of(data), std::move(remarks.tags), std::move(remarks.comment)}
    );
}

void DataDefinitions::remarked_variable(const std::string& written, const Data& definition) {
    if (definition.kind() != Data::Kind::object) return variable(written, definition, no_remarks());
    const Data* value = definition.find("value");
    if (value == nullptr) {
        mistakes_.report(
            "Missing value in '" + written + "' variable specification in " +
            std::string(source_.described) + " (value field is required)"
        );
        return;
    }
    variable(written, *value, remarks("variable", written, definition));
}

void DataDefinitions::define_class(const std::string& written, Remarks remarks) {
    const auto colon = written.find(':');
    const std::string_view space =
        colon == written.npos ? source_.name_space : std::string_view(written).substr(0, colon);
    const std::string_view name =
        std::string_view(written).substr(colon == written.npos ? 0 : colon + 1);
    const Symbol symbol = run_.classes.symbol(name, space);
    if (is_fixed(run_.classes.global().defined().find(symbol), "class", written)) return;
    run_.classes.define(frame_, symbol, ClassScope::name_space, std::move(remarks));
}

/// Host-specific data is read first and cannot be overridden.
bool DataDefinitions::is_fixed(const Tags* tags, std::string_view kind, std::string_view name) {
    if (tags == nullptr || source_.tag == host_data_tag) return false;
    if (std::find(tags->begin(), tags->end(), host_data_tag) == tags->end()) return false;
    run_.log(
        LogLevel::verbose,
        "Cannot set " + std::string(kind) + " " + std::string(name) +
            " from augments, already defined from host-specific data"
    );
    return true;
}

Remarks
DataDefinitions::remarks(std::string_view kind, const std::string& name, const Data& definition) {
    Remarks remarks;
    const Data* tags = definition.find("tags");
    if (tags != nullptr && is_plain_array(*tags)) {
        remarks.tags = scalar_children(*tags);
    } else if (tags != nullptr && tags->kind() != Data::Kind::null) {
        mistakes_.report(
            "Invalid tags information for " + std::string(kind) + " '" + name + "' in " +
            std::string(source_.described) + ": must be a JSON array of strings"
        );
    }
    remarks.tags.emplace_back(source_.tag);
    const Data* comment = definition.find("comment");
    if (comment != nullptr && comment->kind() == Data::Kind::string) {
        remarks.comment = comment->text();
    } else if (comment != nullptr && comment->kind() != Data::Kind::null) {
        mistakes_.report(
            "Invalid type of the 'comment' field for the '" + name + "' " + std::string(kind) +
            " in " + std::string(source_.described) + ", must be a string"
        );
    }
    return remarks;
}

} // namespace vow::cfengine
