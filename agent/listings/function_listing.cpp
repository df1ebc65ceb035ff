#include "agent/languages.h"
#include "agent/listings/listings.h"
#include "agent/report/output.h"
#include "policy/run/reference_entry.h"
#include "policy/source/diagnostic.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <cstdio>

#include <unistd.h>

namespace vow::agent {
namespace {

using Parameter = FunctionDescription::Parameter;

bool is_variadic(const FunctionDescription& function) {
    return function.arity == FunctionDescription::Arity::variadic;
}

Data data_of(const FunctionDescription& function) {
    Data::Array parameters;
    for (const Parameter& parameter : function.parameters) {
        parameters.push_back(Data::object({
            {"name", Data::string(parameter.name)},
            {"kind", Data::string(parameter.kind)},
            {"range", Data::string(parameter.range)},
        }));
    }
    return Data::object({
        {"name", Data::string(function.name)},
        {"returns", Data::string(function.returns)},
        {"parameters", Data::array(std::move(parameters))},
        {"required", Data::integer(static_cast<std::int64_t>(function.required))},
        {"variadic", Data::boolean(is_variadic(function))},
        {"help", Data::string(function.help)},
        {"example", Data::string(function.example)},
    });
}

void print_all(const std::vector<FunctionDescription>& functions, Output& output, Format format) {
    if (format == Format::json) {
        Data::Array items;
        for (const FunctionDescription& function : functions)
            items.push_back(data_of(function));
        output.write(json_text(Data::object({{"functions", Data::array(std::move(items))}})));
        return output.end_line();
    }
    for (const FunctionDescription& function : functions) {
        std::string name = function.name;
        name.resize(std::max<std::size_t>(name.size() + 1, 26), ' ');
        output.write(name);
        output.write(function.help);
        output.end_line();
    }
}

void print(const FunctionDescription& function, Output& output, Format format) {
    if (format == Format::json) {
        output.write(json_text(data_of(function)));
        return output.end_line();
    }
    output.write(signature_of(function) + "\n  " + function.help);
    for (const Parameter& parameter : function.parameters) {
        output.write("\n  " + parameter.name + ": " + parameter.kind);
        if (!parameter.range.empty()) output.write(" " + parameter.range);
    }
    if (!function.example.empty()) output.write("\n  example: " + function.example);
    output.end_line();
}

int refuse(const std::string& name, const std::vector<FunctionDescription>& functions) {
    std::vector<std::string_view> names;
    names.reserve(functions.size());
    for (const FunctionDescription& function : functions)
        names.push_back(function.name);
    const std::string hint = did_you_mean(name, names);
    std::fprintf(
        stderr,
        "vow: there is no function '%s'%s%s\n",
        name.c_str(),
        hint.empty() ? "" : "; ",
        hint.c_str()
    );
    return number_of(ExitStatus::not_kept);
}

/// A name without a sign and without what comes before `::`, in lower case.
std::string bare_name(std::string_view name) {
    const std::size_t space = name.rfind("::");
    if (space != std::string_view::npos) name.remove_prefix(space + 2);
    if (name.starts_with('$') || name.starts_with('@') || name.starts_with('%'))
        name.remove_prefix(1);
    return lower_case(name);
}

/// Those with a name; it may be written without what comes before `::`. Without any, those
/// whose bare name it is, in any case, or the row of its whole space.
std::vector<FunctionDescription>
called(const std::string& name, const std::vector<FunctionDescription>& functions) {
    std::vector<FunctionDescription> found;
    for (const FunctionDescription& function : functions) {
        if (function.name == name || function.name.ends_with("::" + name))
            found.push_back(function);
    }
    if (!found.empty()) return found;
    const std::string bare = bare_name(name);
    const std::string space = lower_case(name.substr(0, name.size() - bare.size())) + "*";
    for (const FunctionDescription& function : functions) {
        const bool is_space = function.name.ends_with("::*") && lower_case(function.name) == space;
        if (is_space || bare_name(function.name) == bare) found.push_back(function);
    }
    return found;
}

} // namespace

int list_functions(const Options& options) {
    Output output(STDOUT_FILENO, buffering_for(STDOUT_FILENO));
    const auto functions = make_language({}, options.language, options.personality)->functions();
    if (options.subject.empty()) {
        print_all(functions, output, options.format);
        return output.finished(number_of(ExitStatus::success), "standard output");
    }
    const auto found = called(options.subject, functions);
    if (found.empty()) return refuse(options.subject, functions);
    for (const FunctionDescription& function : found)
        print(function, output, options.format);
    return output.finished(number_of(ExitStatus::success), "standard output");
}

} // namespace vow::agent
