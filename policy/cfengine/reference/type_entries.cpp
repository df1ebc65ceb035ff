#include "policy/cfengine/reference/reference.h"
#include "policy/cfengine/vocabulary/syntax_table.h"
#include "protocol/data/data.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>

namespace vow::cfengine {
namespace {

constexpr std::string_view of_every_type = "promises";

/// A type that no module keeps, and which therefore no description explains.
struct OwnType {
    std::string_view name;
    std::string_view summary;
    std::string_view example;
};

// clang-format off: rows of policy text
constexpr std::array own_types = {
    OwnType{"access", "what a server lets other hosts read", ""},
    OwnType{
        "build_xpath",
        "elements on the way to a place in an XML file, which are added",
        R"(bundle edit_xml example
{
  build_xpath:
      "/site/server[@name='web1']";
})"},
    OwnType{"classes", "names that are defined if a condition holds", R"(classes:
    "is_web" expression => "debian.!container";)"},
    OwnType{"defaults", "values of variables that are empty or do not exist", R"(defaults:
    "port" string => "80";)"},
    OwnType{
        "delete_attribute",
        "attributes of XML elements that are removed",
        R"(bundle edit_xml example
{
  delete_attribute:
      "debug"
        select_xpath => "/site/server";
})"},
    OwnType{
        "delete_lines",
        "lines of a text that are removed: a pattern for the whole line",
        R"(bundle edit_line example
{
  delete_lines:
      "#.*";
})"},
    OwnType{"delete_text", "text of XML elements that is removed", R"(bundle edit_xml example
{
  delete_text:
      "old"
        select_xpath => "/site/title";
})"},
    OwnType{"delete_tree", "XML elements that are removed", R"(bundle edit_xml example
{
  delete_tree:
      "<server/>"
        select_xpath => "/site";
})"},
    OwnType{"events", "bundles that are run when something happens", ""},
    OwnType{"field_edits", "fields of the lines that match a pattern", R"(bundle edit_line example
{
  field_edits:
      "root:.*"
        edit_field => col(":", "7", "/bin/bash", "set");
})"},
    OwnType{"insert_lines", "lines that a text has", R"(bundle edit_line example
{
  insert_lines:
      "PermitRootLogin no";
})"},
    OwnType{"insert_text", "text that XML elements contain", R"(bundle edit_xml example
{
  insert_text:
      "new"
        select_xpath => "/site/title";
})"},
    OwnType{"insert_tree", "XML elements that a file has", R"(bundle edit_xml example
{
  insert_tree:
      "<server name='web1'/>"
        select_xpath => "/site";
})"},
    OwnType{"measurements", "what the monitor measures", ""},
    OwnType{"meta", "variables that describe a bundle", R"(meta:
    "owner" string => "web team";)"},
    OwnType{"methods", "bundles that are called", R"(methods:
    "edit" usebundle => file_make("/tmp/example", "text");)"},
    OwnType{
        "replace_patterns", "matches of a pattern that are replaced", R"(bundle edit_line example
{
  replace_patterns:
      "port=80$"
        replace_with => value("port=8080");
})"},
    OwnType{"reports", "lines that are printed", R"(reports:
    "This is $(sys.host).";)"},
    OwnType{"roles", "which users may run which bundles on a server", ""},
    OwnType{"set_attribute", "attributes of XML elements", R"(bundle edit_xml example
{
  set_attribute:
      "port"
        attribute_value => "80",
        select_xpath    => "/site/server";
})"},
    OwnType{"set_text", "the whole text of XML elements", R"(bundle edit_xml example
{
  set_text:
      "Welcome"
        select_xpath => "/site/title";
})"},
    OwnType{"vars", "variables and their values", R"(vars:
    "ports" slist => { "80", "443" };)"},
};
// clang-format on

/// The attributes that every type has.
struct CommonSummary {
    std::string_view attribute;
    std::string_view summary;
};
constexpr std::array common_summaries = {
    CommonSummary{"action", "how the promise is kept: warnings, locks, time limits, log"},
    CommonSummary{"classes", "classes that the outcome defines"},
    CommonSummary{"comment", "the reason for the promise"},
    CommonSummary{"depends_on", "handles of promises that are kept before"},
    CommonSummary{"handle", "the name of the promise"},
    CommonSummary{"if", "the promise is skipped unless this holds"},
    CommonSummary{"ifvarclass", "the old name of if"},
    CommonSummary{"meta", "tags"},
    CommonSummary{"unless", "the promise is skipped if this holds"},
    CommonSummary{"with", "the value of $(with) in the promise"}};

std::string_view summary_of_common(std::string_view attribute) {
    const auto* const found =
        std::ranges::find(common_summaries, attribute, &CommonSummary::attribute);
    return found == common_summaries.end() ? std::string_view() : found->summary;
}

ReferencePart part_of(const AttributeSyntax& attribute, const PromiseTypeDescription* described) {
    ReferencePart part{.name = std::string(attribute.name), .value = value_text(attribute)};
    const AttributeDescription* known =
        described == nullptr ? nullptr : described->attribute(attribute.name);
    if (known == nullptr) return part;
    part.summary = known->summary;
    if (known->required) part.value += ", required";
    if (known->fallback && !known->fallback->is_container())
        part.value.append(", default ").append(known->fallback->text());
    return part;
}

std::vector<std::string> bundles_with(std::string_view type) {
    std::vector<std::string> names;
    for (const BundleSyntax& bundle : bundle_types()) {
        if (std::ranges::find(bundle.promise_types, type) != bundle.promise_types.end())
            names.emplace_back(bundle.name);
    }
    return names;
}

bool is_of_agent(const std::vector<std::string>& bundles) {
    return std::ranges::any_of(bundles, [](const std::string& bundle) {
        return bundle != "server" && bundle != "monitor" && bundle != "watch";
    });
}

ReferenceEntry entry_of_type(std::string_view name, const TypeDescriptions& types) {
    const auto described = types.find(name);
    const PromiseTypeDescription* description =
        described == types.end() ? nullptr : &described->second;
    ReferenceEntry entry = description == nullptr ? ReferenceEntry{.kind = ReferenceKind::type}
                                                  : entry_of(*description);
    const auto* const own = std::ranges::find(own_types, name, &OwnType::name);
    if (own != own_types.end()) {
        entry.summary = own->summary;
        entry.example = own->example;
    }
    entry.name = name;
    entry.title = "promises of type " + std::string(name);
    entry.common = of_every_type;
    entry.parts.clear();
    for (const AttributeSyntax& attribute : find_promise_type(name)->attributes)
        entry.parts.push_back(part_of(attribute, description));
    const auto bundles = bundles_with(name);
    entry.notes.insert(entry.notes.begin(), "in bundles of type " + joined(bundles, ", "));
    if (const MissingType* missing = find_missing_type(name)) {
        entry.notes.push_back("not kept: " + std::string(missing->reason));
        entry.notes.push_back("instead: " + std::string(missing->alternative));
    } else if (!is_of_agent(bundles)) {
        entry.notes.emplace_back("checked, and left to the program that reads these bundles");
    }
    return entry;
}

ReferenceEntry common_entry() {
    ReferenceEntry entry{
        .kind = ReferenceKind::type,
        .name = std::string(of_every_type),
        .title = "promises of any type",
        .summary = "the attributes that promises of every type have",
        .example =
            "reports:\n    \"Hello.\"\n      if     => \"linux\",\n      handle => \"hello\";"};
    for (const AttributeSyntax& attribute : common_attributes()) {
        entry.parts.push_back(
            {.name = std::string(attribute.name),
             .value = value_text(attribute),
             .summary = std::string(summary_of_common(attribute.name))}
        );
    }
    return entry;
}

} // namespace

std::vector<ReferenceEntry> type_entries(const TypeDescriptions& types) {
    std::vector<ReferenceEntry> entries = {common_entry()};
    auto names = promise_type_names();
    std::ranges::sort(names);
    for (const std::string_view name : names)
        entries.push_back(entry_of_type(name, types));
    return entries;
}

} // namespace vow::cfengine
