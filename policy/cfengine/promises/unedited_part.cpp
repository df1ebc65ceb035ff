#include "policy/cfengine/promises/unedited_part.h"

#include "policy/cfengine/promises/edit_bundles.h"
#include "protocol/promise/settings.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>

namespace vow::cfengine {
namespace {

constexpr std::array<std::string_view, 7> edit_attributes = {
    "edit_defaults",
    "edit_line",
    "edit_template",
    "edit_template_string",
    "edit_xml",
    "template_data",
    "template_method"};

/// Attributes that need no step of the module.
constexpr std::array<std::string_view, 4> remarks = {"comment", "file_select", "handle", "meta"};

/// Attributes that count when a file is made.
constexpr std::array<std::string_view, 3> of_new_files = {"create", "directory_mode", "repository"};

template <class Names>
bool is_among(const Names& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

bool exists(PromiseRound& round) {
    return round.run().world.host.may(Access::exists, round.promiser());
}

/// Whether the edits need no file, and the folder of the file seems to admit one.
bool may_edit_before_file(PromiseRound& round) {
    return may_precede_file(round) &&
           round.run().world.host.may(Access::write, folder_of(round.promiser()));
}

} // namespace

Attributes without_edit(const Attributes& attributes) {
    Attributes plain;
    for (const Attribute& attribute : attributes) {
        if (!is_among(edit_attributes, attribute.name)) plain.set(attribute.name, attribute.value);
    }
    return plain;
}

bool has_steps(const Attributes& plain) {
    return std::ranges::any_of(plain, [&](const Attribute& attribute) {
        if (attribute.name == "create") return Settings(plain).holds("create");
        return !is_among(remarks, attribute.name);
    });
}

bool is_meant_to_be_absent(PromiseRound& round, const Attributes& plain) {
    const std::string* create = plain.text("create");
    return create != nullptr && !is_true(*create) && !exists(round);
}

bool is_made_already(PromiseRound& round, const Attributes& plain) {
    const bool promises_file_only = std::ranges::all_of(plain, [](const Attribute& attribute) {
        return is_among(remarks, attribute.name) || is_among(of_new_files, attribute.name);
    });
    const World& world = round.run().world;
    if (!promises_file_only || plain.empty() || world.observer.wants(LogLevel::verbose))
        return false;
    const auto status = world.host.status(round.promiser(), Symlinks::as_they_are);
    return status && status->kind == FileKind::regular;
}

/// A text that its `validate` command may refuse is not preceded by an empty file, which would stay
/// then. A dry run, which makes no file to edit, shows it with its text; the reference edits
/// nothing then. Edits that do not notice an empty file do without it, as to replace it would take
/// several times as long as to make the file.
bool is_made_with_its_text(
    PromiseRound& round, const Promise& promise, TemplateUse::Method method, const Attributes& plain
) {
    const bool is_edited =
        method == TemplateUse::Method::cfengine || promise.attributes.find("edit_line") != nullptr;
    if (!is_edited || !Settings(plain).holds("create")) return false;
    const bool is_like_reference = round.run().control.manner.uses_words_of_reference;
    const bool is_at_once =
        promise.terms.changes_allowed()
            ? plain.find("validate") || (!is_like_reference && may_edit_before_file(round))
            : !is_like_reference;
    return is_at_once && !exists(round);
}

} // namespace vow::cfengine
