#include "agent/languages.h"
#include "agent/reference/entry_text.h"
#include "agent/reference/lookup.h"
#include "agent/reference/reference.h"
#include "agent/report/output.h"
#include "policy/run/usage_error.h"
#include "protocol/client/module_error.h"
#include "protocol/text/shown_text.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <cstdio>
#include <iterator>

#include <unistd.h>

namespace vow::agent {
namespace {

void print(const Data& data, Output& output) {
    output.write(json_text(data));
    output.end_line();
}

int refuse(const std::string& why) {
    std::fprintf(stderr, "vow: %s\n", why.c_str());
    return number_of(ExitStatus::not_kept);
}

int refuse_unknown(
    const Topic& topic, const Options& options, std::span<const ReferenceEntry> all
) {
    const std::string kind = topic.kind.empty() ? "" : std::string(topic.kind) + " ";
    const std::string language =
        options.language.name.empty() ? "" : " in " + options.language.name;
    const std::string of_kind = kind_hint(topic);
    const std::string hint = of_kind.empty() ? nearest_topic(topic, all) : of_kind;
    return refuse(
        "no " + (kind.empty() ? "entry " : kind) + "'" + shown(topic.name) + "' is known" +
        language + "; " +
        (hint.empty() ? "vow doc --search " + shown(topic.name) + " looks in summaries" : hint)
    );
}

/// A module that has the name of a type keeps that type, which is shown before it.
bool repeats_type(const ReferenceEntry& entry, const Found& found) {
    return entry.kind == ReferenceKind::module &&
           std::ranges::any_of(found.entries, [&](const ReferenceEntry* other) {
               return other->kind == ReferenceKind::type && other->name == entry.name;
           });
}

void print_whole(const Found& found, Output& output) {
    std::string_view separator;
    for (const ReferenceEntry* entry : found.entries) {
        output.write(separator);
        const bool is_brief = repeats_type(*entry, found);
        output.write(text_of(*entry, is_brief ? Detail::brief : Detail::whole));
        separator = "\n";
    }
    if (found.attributes.empty()) return;
    output.write(separator);
    output.write(text_of(found.attributes));
}

void print_lines(const Found& found, Output& output) {
    for (const ReferenceEntry* entry : found.entries)
        output.write(line_of(*entry));
    for (const FoundPart& attribute : found.attributes)
        output.write(line_of(attribute));
}

int search(const Options& options, std::span<const ReferenceEntry> all, Output& output) {
    const Found found = search_topics(options.doc.words, all);
    if (options.format == Format::json) {
        print(data_of(found), output);
        return number_of(found.empty() ? ExitStatus::not_kept : ExitStatus::success);
    }
    if (found.empty())
        return refuse("nothing has all of: " + shown(joined(options.doc.words, ", ")));
    print_lines(found, output);
    return number_of(ExitStatus::success);
}

Found everything(std::span<const ReferenceEntry> all) {
    Found found;
    found.entries.reserve(all.size());
    for (const ReferenceEntry& entry : all)
        found.entries.push_back(&entry);
    return found;
}

int explain(const Options& options, std::span<const ReferenceEntry> all, Output& output) {
    if (options.subject.empty()) {
        if (options.format == Format::json)
            print(data_of(everything(all)), output);
        else
            output.write(overview_of(all));
        return number_of(ExitStatus::success);
    }
    const Topic topic = Topic::from(options.subject);
    const Found found = find_topic(topic, all);
    if (found.empty()) return refuse_unknown(topic, options, all);
    if (options.format == Format::json)
        print(data_of(found), output);
    else if (topic.name.empty())
        print_lines(found, output);
    else
        print_whole(found, output);
    return number_of(ExitStatus::success);
}

/// The module in a file, and its types.
std::vector<ReferenceEntry> entries_of_module(const std::string& path) {
    const DocumentedModule module = documented_module(path);
    std::vector<ReferenceEntry> entries = {module.entry};
    if (module.types.size() < 2) return entries;
    for (const PromiseTypeDescription& type : module.types)
        entries.push_back(entry_of(type));
    return entries;
}

int explain_module(const Options& options, Output& output) {
    try {
        const auto entries = entries_of_module(options.subject);
        const Found found = everything(entries);
        if (options.format == Format::json)
            print(data_of(found), output);
        else
            print_whole(found, output);
        return number_of(ExitStatus::success);
    } catch (const client::ModuleError& error) {
        return refuse(error.what());
    }
}

} // namespace

int document(const Options& options) {
    Output output(STDOUT_FILENO, buffering_for(STDOUT_FILENO));
    const bool is_path = options.subject.find('/') != std::string::npos;
    if (is_path) return output.finished(explain_module(options, output), "standard output");
    const auto all = reference_for(options);
    if (!options.doc.pages.empty()) return write_pages(options.doc.pages, all);
    const int status =
        options.doc.words.empty() ? explain(options, all, output) : search(options, all, output);
    return output.finished(status, "standard output");
}

std::vector<ReferenceEntry> reference_for(const Options& options) {
    TypeDescriptions types;
    std::vector<ReferenceEntry> modules;
    for (DocumentedModule& module : documented_modules(options)) {
        for (PromiseTypeDescription& type : module.types)
            types.emplace(type.name, std::move(type));
        modules.push_back(std::move(module.entry));
    }
    std::vector<ReferenceEntry> of_languages;
    for (const LanguageRow& row : languages()) {
        if (!options.language.name.empty() && options.language.name != row.name) continue;
        for (ReferenceEntry& entry :
             row.make(options.language, options.personality)->reference(types)) {
            entry.language = row.name;
            of_languages.push_back(std::move(entry));
        }
    }
    std::vector<ReferenceEntry> all;
    for (const auto& known : types) {
        const bool is_listed = std::ranges::any_of(of_languages, [&](const ReferenceEntry& entry) {
            return entry.kind == ReferenceKind::type && entry.name == known.first;
        });
        if (!is_listed) all.push_back(entry_of(known.second));
    }
    std::ranges::move(modules, std::back_inserter(all));
    auto facts = fact_entries();
    std::ranges::move(facts, std::back_inserter(all));
    std::ranges::move(of_languages, std::back_inserter(all));
    return all;
}

} // namespace vow::agent
