#include "policy/inmanta/functions/native_plugins.h"
#include "policy/inmanta/operations/operations.h"
#include "policy/run/host.h"
#include "policy/run/trusted_reader.h"
#include "protocol/text/digest.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <cstdio>

namespace vow::inmanta {
namespace {

using Arguments = std::span<const Value>;
using Unknowns = Plugin::Unknowns;

Value print(PluginContext& context, Arguments given) {
    context.print(text_of(given[0]));
    return {};
}

Value assert_that(PluginContext&, Arguments given) {
    if (*given[0].truth()) return {};
    throw plugin_error("assert", "Exception: Assertion error: " + text_of(given[1]));
}

Value equals(PluginContext&, Arguments given) {
    if (given[0] == given[1]) return {};
    throw plugin_error("equals", "AssertionError: " + text_of(given[2]));
}

Value type_word(PluginContext&, Arguments given) {
    return std::string(type_word_of(given[0]));
}

Value module_file(PluginContext& context, Arguments given) {
    const std::string path = context.module_file(*given[0].string(), "files");
    auto text = read_trusted(context.host(), path);
    if (!text) throw plugin_error("source", "Exception: " + path + ": " + text.why_not);
    return with_plain_line_ends(**text);
}

/// The regular files of a folder, sorted.
Value listed_files(PluginContext& context, Arguments given) {
    const std::string folder = context.module_file(*given[0].string(), "files");
    const auto names = context.host().list_directory(folder);
    if (!names)
        throw plugin_error("list_files", "FileNotFoundError: " + folder + ": " + names.why_not);
    Value::List files;
    for (const std::string& name : *names) {
        std::string path = folder;
        path.append("/").append(name);
        const auto status = context.host().status(path, Symlinks::follow);
        if (status && status->kind == FileKind::regular) files.emplace_back(name);
    }
    return files;
}

Value rendered_template(PluginContext& context, Arguments given) {
    const std::string& name = *given[0].string();
    const std::string path = context.module_file(name, "templates");
    if (!context.host().status(path, Symlinks::follow))
        throw plugin_error("template", "jinja2.exceptions.TemplateNotFound: " + name);
    return context.render(path, *given[1].dict());
}

/// The value of an attribute, or another one if it is missing or, unless `no_unknown` is false,
/// unknown.
Value attribute_or(PluginContext& context, Arguments given) {
    try {
        Value found = context.attribute(given[0], *given[1].string());
        return found.is_unknown() && *given[3].truth() ? given[2] : found;
    } catch (const ModelError& error) {
        if (error.mistakes.front().kind != &not_found_error) throw;
        return given[2];
    }
}

Value without_item(PluginContext&, Arguments given) {
    Value::List kept;
    std::ranges::copy_if(*given[0].list(), std::back_inserter(kept), [&](const Value& item) {
        return !(item == given[1]);
    });
    return kept;
}

Value digest_name(PluginContext&, Arguments given) {
    return *given[0].string() + digest_of(*given[1].string(), Digest::Algorithm::md5) +
           *given[2].string();
}

/// Whether an operating system, or a family that it belongs to, has a name.
Value is_of_family(PluginContext& context, Arguments given) {
    Value member = given[0];
    for (int level = 0; level < 100; ++level) {
        if (context.attribute(member, "name") == given[1]) return true;
        if (!context.is_set(member, "family")) return false;
        member = context.attribute(member, "family");
    }
    return false;
}

} // namespace

std::vector<Plugin> model_plugins() {
    const Parameter instance{"entity", any_type()};
    const Parameter attribute{"attr", string_type()};
    const Parameter value{"value", any_type()};
    const Parameter path{"path", string_type()};
    return {
        // A module's own would print to the helper's log, and not to the reports of the run.
        {"print", {{"message", any_type()}}, print, Unknowns::taken, Plugin::Precedence::of_native},
        {"assert",
         {{"expression", boolean_type()}, {"message", string_type(), Value(std::string())}},
         assert_that},
        {"equals",
         {{"arg1", any_type()}, {"arg2", any_type()}, {"desc", any_type(), Value()}},
         equals},
        {"attr",
         {instance, attribute},
         [](PluginContext& context, Arguments given) {
             return context.attribute(given[0], *given[1].string());
         }},
        {"getattribute",
         {instance, attribute},
         [](PluginContext& context, Arguments given) {
             return context.attribute(given[0], *given[1].string());
         }},
        {"getattr",
         {instance,
          {"attribute_name", string_type()},
          {"default_value", any_type(), Value()},
          {"no_unknown", boolean_type(), Value(true)}},
         attribute_or,
         Unknowns::taken},
        {"objid",
         {value},
         [](PluginContext&, Arguments given) { return Value(text_of(given[0])); }},
        {"filter", {{"values", list_type()}, {"not_item", any_type()}}, without_item},
        {"unique_file",
         {{"prefix", string_type()},
          {"seed", string_type()},
          {"suffix", string_type()},
          {"length", integer_type(), Value(std::int64_t{20})}},
         digest_name},
        {"isset",
         {value},
         [](PluginContext&, Arguments given) { return Value(!given[0].is_null()); }},
        {"inlineif",
         {{"conditional", boolean_type()}, {"a", any_type()}, {"b", any_type()}},
         [](PluginContext&, Arguments given) { return *given[0].truth() ? given[1] : given[2]; }},
        {"invert",
         {{"value", boolean_type()}},
         [](PluginContext&, Arguments given) { return Value(!*given[0].truth()); }},
        {"type", {{"obj", any_type()}}, type_word},
        {"is_instance",
         {{"obj", any_type()}, {"cls", string_type()}},
         [](PluginContext& context, Arguments given) {
             return Value(context.is_instance(given[0], *given[1].string()));
         }},
        {"is_unknown",
         {value},
         [](PluginContext&, Arguments given) { return Value(given[0].is_unknown()); },
         Unknowns::taken},
        {"familyof", {{"member", any_type()}, {"family", string_type()}}, is_of_family},
        {"template",
         {path, {"kwargs", dict_type(), Value(Dict()), Parameter::Kind::named_rest}},
         rendered_template},
        {"source", {path}, module_file},
        {"file", {path}, module_file},
        {"list_files", {path}, listed_files},
        {"getfact",
         {{"resource", any_type()},
          {"fact_name", string_type()},
          {"default_value", any_type(), Value()}},
         [](PluginContext& context, Arguments given) {
             const Value id = context.resource_id(given[0]);
             const Value fact =
                 id.is_unknown() ? id : context.fact(*id.string(), *given[1].string());
             return fact.is_unknown() && !given[2].is_null() ? given[2] : fact;
         }},
        {"timestamp",
         {{"dummy", any_type(), Value()}},
         [](PluginContext& context, Arguments) {
             const auto now = context.host().now().time_since_epoch();
             return Value(std::int64_t{
                 std::chrono::duration_cast<std::chrono::seconds>(now).count()});
         }},
    };
}

} // namespace vow::inmanta
