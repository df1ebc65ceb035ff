#include "agent/listings/listings.h"
#include "agent/run/session.h"
#include "policy/source/diagnostic.h"
#include "protocol/data/conversion.h"

namespace vow::agent {
namespace {

Data strings(const std::vector<std::string>& texts) {
    return data_of(Fact(texts));
}

/// "did you mean 'sys.host'?", for a name that is written with or without "sys."
std::string nearest_fact(const std::string& name, Facts& facts) {
    std::vector<std::string> known = facts.all_classes();
    const std::string prefix = name.starts_with("sys.") ? "sys." : "";
    for (const std::string& fact : facts.all_names())
        known.push_back(prefix + fact);
    return did_you_mean(name, {known.begin(), known.end()});
}

void print_all(Facts& facts, Format format, Output& output) {
    const auto classes = facts.all_classes();
    const auto names = facts.all_names();
    if (format == Format::json) {
        std::vector<Data::Member> values;
        values.reserve(names.size());
        for (const std::string& name : names)
            values.emplace_back(name, data_of(*facts.find(name)));
        output.write(json_text(Data::object(
            {{"classes", strings(classes)}, {"values", Data::object(std::move(values))}}
        )));
        output.end_line();
        return;
    }
    output.write("Classes:");
    for (const std::string& name : classes)
        output.write("\n  " + name);
    output.write("\nValues (as sys.NAME):");
    for (const std::string& name : names) {
        output.write("\n  " + name + " = " + text_of(*facts.find(name)));
    }
    output.end_line();
}

} // namespace

int list_facts(const Options& options) {
    Options without_policy = options;
    without_policy.subject.clear();
    Session session(without_policy);
    Facts& facts = session.world().facts;
    Output& output = session.display().output();
    if (options.subject.empty()) {
        print_all(facts, options.format, output);
        return output.finished(number_of(ExitStatus::success), "standard output");
    }
    std::string_view name = options.subject;
    if (name.starts_with("sys.")) name.remove_prefix(4);
    if (const Fact* fact = facts.find(name)) {
        output.write(options.format == Format::json ? json_text(data_of(*fact)) : text_of(*fact));
    } else if (facts.is_class(name)) {
        output.write(options.format == Format::json ? "true" : "a class that is defined");
    } else {
        const std::string hint = nearest_fact(options.subject, facts);
        std::fprintf(
            stderr,
            "vow: '%s' is not a fact or class%s%s\n",
            options.subject.c_str(),
            hint.empty() ? "" : "; ",
            hint.c_str()
        );
        return number_of(ExitStatus::not_kept);
    }
    output.end_line();
    return output.finished(number_of(ExitStatus::success), "standard output");
}

} // namespace vow::agent
