#include "agent/listings.h"
#include "agent/report/output.h"
#include "policy/cfengine/program/function.h"
#include "policy/source/diagnostic.h"

#include <array>
#include <cstdio>

#include <unistd.h>

namespace vow::agent {
namespace {

using cfengine::Function;
using cfengine::Parameter;
using cfengine::ParameterKind;

// In the order of ParameterKind.
constexpr std::array kinds = {
    "text",
    "integer",
    "real",
    "one of",
    "absolute path",
    "class expression",
    "list or container",
    "variable name",
    "evaluated for each element",
};
// In the order of ResultType.
constexpr std::array results = {
    "string",
    "int",
    "real",
    "slist",
    "ilist",
    "rlist",
    "irange",
    "rrange",
    "data",
    "class",
};

/// join(glue, list), format(pattern, value...), now(), nth(list, [index])
std::string signature_of(const Function& function) {
    std::string text(function.name);
    text += '(';
    for (std::size_t index = 0; index < function.parameters.size(); ++index) {
        const bool is_optional = index >= function.required;
        text += index > 0 ? ", " : "";
        text += is_optional ? "[" : "";
        text += function.parameters[index].name;
        if (function.variadic && index + 1 == function.parameters.size()) text += "...";
        text += is_optional ? "]" : "";
    }
    return text + ") -> " + results.at(static_cast<std::size_t>(function.result));
}

std::string description_of(const Parameter& parameter) {
    std::string text = kinds.at(static_cast<std::size_t>(parameter.kind));
    if (!parameter.range.empty()) text.append(" ").append(parameter.range);
    return text;
}

Data text_data(std::string_view text) {
    return Data::string(std::string(text));
}

Data data_of(const Function& function) {
    Data::Array parameters;
    for (const Parameter& parameter : function.parameters) {
        parameters.push_back(Data::object({
            {"name", text_data(parameter.name)},
            {"kind", text_data(kinds.at(static_cast<std::size_t>(parameter.kind)))},
            {"range", text_data(parameter.range)},
        }));
    }
    return Data::object({
        {"name", text_data(function.name)},
        {"returns", text_data(results.at(static_cast<std::size_t>(function.result)))},
        {"parameters", Data::array(std::move(parameters))},
        {"required", Data::integer(static_cast<std::int64_t>(function.required))},
        {"variadic", Data::boolean(function.variadic)},
        {"available", Data::boolean(function.body != nullptr)},
        {"help", text_data(function.help)},
    });
}

void print_all(Output& output, Format format) {
    if (format == Format::json) {
        Data::Array items;
        for (const Function& function : cfengine::functions())
            items.push_back(data_of(function));
        output.write(json_text(Data::object({{"functions", Data::array(std::move(items))}})));
        return output.end_line();
    }
    for (const Function& function : cfengine::functions()) {
        std::string name(function.name);
        name.resize(std::max<std::size_t>(name.size() + 1, 26), ' ');
        output.write(name);
        output.write(function.help);
        if (function.body == nullptr) output.write(" (not available yet)");
        output.end_line();
    }
}

void print(const Function& function, Output& output, Format format) {
    if (format == Format::json) {
        output.write(json_text(data_of(function)));
        return output.end_line();
    }
    output.write(signature_of(function) + "\n  " + std::string(function.help));
    if (function.body == nullptr) output.write("\n  Not available yet.");
    for (const Parameter& parameter : function.parameters) {
        output.write("\n  " + std::string(parameter.name) + ": " + description_of(parameter));
    }
    output.end_line();
}

int refuse(const std::string& name) {
    std::vector<std::string_view> names;
    for (const Function& function : cfengine::functions())
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

} // namespace

int list_functions(const Options& options) {
    Output output(STDOUT_FILENO, buffering_for(STDOUT_FILENO));
    if (options.subject.empty()) {
        print_all(output, options.format);
        return output.finished(number_of(ExitStatus::success), "standard output");
    }
    const Function* function = cfengine::find_function(options.subject);
    if (function == nullptr) return refuse(options.subject);
    print(*function, output, options.format);
    return output.finished(number_of(ExitStatus::success), "standard output");
}

} // namespace vow::agent
