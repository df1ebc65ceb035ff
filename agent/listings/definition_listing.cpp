#include "agent/languages.h"
#include "agent/listings/listings.h"
#include "agent/report/output.h"
#include "policy/source/diagnostic.h"

#include <algorithm>
#include <cstdio>

#include <unistd.h>

namespace vow::agent {
namespace {

Data data_of(const BuiltInDefinition& definition) {
    return Data::object({
        {"kind", Data::string(definition.kind)},
        {"name", Data::string(definition.name)},
        {"help", Data::string(definition.comment)},
        {"text", Data::string(definition.text)},
    });
}

/// How the definition begins, and how its comment does.
void print_line(const BuiltInDefinition& definition, Output& output) {
    constexpr std::size_t column = 46;
    std::string line = definition.text.substr(0, definition.text.find('\n'));
    if (!definition.comment.empty()) line.resize(std::max(line.size() + 1, column), ' ');
    output.write(line + definition.comment.substr(0, definition.comment.find('\n')));
    output.end_line();
}

void print_all(const std::vector<BuiltInDefinition>& all, Output& output, Format format) {
    if (format == Format::json) {
        Data::Array items;
        for (const BuiltInDefinition& definition : all)
            items.push_back(data_of(definition));
        output.write(json_text(Data::object({{"definitions", Data::array(std::move(items))}})));
        return output.end_line();
    }
    for (const BuiltInDefinition& definition : all)
        print_line(definition, output);
}

int refuse(const std::string& name, const std::vector<BuiltInDefinition>& all) {
    std::vector<std::string_view> names;
    names.reserve(all.size());
    for (const BuiltInDefinition& definition : all)
        names.push_back(definition.name);
    const std::string hint = did_you_mean(name, names);
    std::fprintf(
        stderr,
        "vow: nothing called '%s' is built in; %s\n",
        name.c_str(),
        hint.empty() ? "vow module doc explains promise types, vow functions functions"
                     : hint.c_str()
    );
    return number_of(ExitStatus::not_kept);
}

} // namespace

int list_definitions(const Options& options) {
    Output output(STDOUT_FILENO, buffering_for(STDOUT_FILENO));
    const auto all = make_language({}, options.language, options.personality)->definitions();
    if (options.subject.empty()) {
        print_all(all, output, options.format);
        return output.finished(number_of(ExitStatus::success), "standard output");
    }
    std::vector<BuiltInDefinition> found;
    std::ranges::copy_if(all, std::back_inserter(found), [&](const BuiltInDefinition& each) {
        return each.name == options.subject;
    });
    if (found.empty()) return refuse(options.subject, all);
    if (options.format == Format::json) {
        print_all(found, output, options.format);
    } else {
        for (const BuiltInDefinition& definition : found)
            output.write(definition.comment + definition.text);
    }
    return output.finished(number_of(ExitStatus::success), "standard output");
}

} // namespace vow::agent
