#include "policy/inmanta/functions/native_plugins.h"
#include "policy/inmanta/operations/operations.h"
#include "policy/run/host.h"
#include "policy/run/trusted_reader.h"

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

bool is_date(const std::string& text) {
    int year = 0;
    int month = 0;
    int day = 0;
    char rest = '\0';
    const int read = std::sscanf(text.c_str(), "%4d-%2d-%2d%c", &year, &month, &day, &rest);
    return read == 3 && text.size() == 10 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

Value environment(PluginContext& context, Arguments given) {
    const auto value = context.host().environment(*given[0].string());
    if (value) return *value;
    if (!given[1].is_null()) return given[1];
    throw plugin_error(
        "get_env", "Exception: Environment variable " + *given[0].string() + " doesn't exist"
    );
}

Value environment_number(PluginContext& context, Arguments given) {
    const Value value = environment(context, given);
    return value.integer() != nullptr ? value : cast("int", value);
}

Value module_file(PluginContext& context, Arguments given) {
    const std::string path = context.module_file(*given[0].string(), "files");
    auto text = read_trusted(context.host(), path);
    if (!text) throw plugin_error("source", "Exception: " + path + ": " + text.why_not);
    return std::move(*text.value).take();
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

Value no_environment(PluginContext&, Arguments) {
    throw plugin_error(
        "environment", "Exception: a model has an environment only when a server compiles it"
    );
}

Value rendered_template(PluginContext& context, Arguments given) {
    const std::string& name = *given[0].string();
    const std::string path = context.module_file(name, "templates");
    if (!context.host().status(path, Symlinks::follow))
        throw plugin_error("template", "jinja2.exceptions.TemplateNotFound: " + name);
    return context.render(path);
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
    const Parameter name{"env", string_type()};
    return {
        {"print", {{"message", any_type()}}, print, Unknowns::taken},
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
        {"is_date",
         {{"value", string_type()}},
         [](PluginContext&, Arguments given) { return Value(is_date(*given[0].string())); }},
        {"get_env", {name, {"default_value", any_type(), Value()}}, environment},
        {"get_env_int", {name, {"default_value", any_type(), Value()}}, environment_number},
        {"template", {path}, rendered_template},
        {"source", {path}, module_file},
        {"file", {path}, module_file},
        {"list_files", {path}, listed_files},
        {"environment", {}, no_environment},
        {"environment_name", {}, no_environment},
        {"environment_server", {}, no_environment},
        {"getfact",
         {{"resource", any_type()},
          {"fact_name", string_type()},
          {"default_value", any_type(), Value()}},
         [](PluginContext& context, Arguments given) {
             const Value fact = context.fact(given[0], *given[1].string());
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
