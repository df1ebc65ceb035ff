#include "agent/listings.h"
#include "agent/report/fact_text.h"
#include "agent/session.h"

namespace vow::agent {
namespace {

Data strings(const std::vector<std::string>& texts) {
    return data_of(Fact(texts));
}

void print_all(Facts& facts, Format format, Output& output) {
    const auto classes = facts.all_classes();
    const auto names = facts.all_names();
    if (format == Format::json) {
        std::vector<Data::Member> values;
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
    Output& output = session.output();
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
        std::fprintf(stderr, "vow: there is no fact or class '%s'\n", options.subject.c_str());
        return number_of(ExitStatus::not_kept);
    }
    output.end_line();
    return output.finished(number_of(ExitStatus::success), "standard output");
}

} // namespace vow::agent
