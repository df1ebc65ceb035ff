#include "agent/exit_status.h"
#include "agent/reference/reference.h"
#include "agent/report/output.h"
#include "agent/report/output_file.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <vector>

namespace vow::agent {
namespace {

/// How entries are laid out: a section for each, or a row of a table.
enum class Layout { sections, rows };
/// Of bodies and bundles: the types, or those that are built in.
enum class Part { all, types, definitions };

struct Page {
    std::string_view file;
    std::string_view title;
    std::string_view language;
    std::vector<ReferenceKind> kinds;
    Layout layout = Layout::sections;
    Part part = Part::all;
};

const std::vector<Page>& pages() {
    using enum ReferenceKind;
    static const std::vector<Page> table = {
        {"types.md", "Promise types of modules", "", {type}},
        {"modules.md", "Bundled modules", "", {module}, Layout::rows},
        {"facts.md", "Classes and variables of the host", "", {class_, variable}, Layout::rows},
        {"cfengine-types.md", "CFEngine: promise types", "cfengine", {type}},
        {"cfengine-bodies.md",
         "CFEngine: types of bodies and bundles",
         "cfengine",
         {body, bundle},
         Layout::sections,
         Part::types},
        {"cfengine-library.md",
         "CFEngine: bodies and bundles that are built in",
         "cfengine",
         {body, bundle},
         Layout::sections,
         Part::definitions},
        {"cfengine-functions.md", "CFEngine: functions", "cfengine", {function}},
        {"cfengine-variables.md",
         "CFEngine: variables of the agent",
         "cfengine",
         {variable},
         Layout::rows},
        {"otterscript-statements.md", "OtterScript: statements", "otterscript", {statement}},
        {"otterscript-operations.md", "OtterScript: operations", "otterscript", {operation}},
        {"otterscript-functions.md", "OtterScript: functions", "otterscript", {function}},
        {"inmanta.md",
         "Inmanta: statements, entities and plug-ins",
         "inmanta",
         {statement, entity, type, function}},
        {"skopos.md", "Skopos: steps", "skopos", {step}},
    };
    return table;
}

bool is_on(const Page& page, const ReferenceEntry& entry) {
    const bool is_definition = !entry.text.empty();
    return entry.language == page.language &&
           std::ranges::find(page.kinds, entry.kind) != page.kinds.end() &&
           (page.part == Part::all || is_definition == (page.part == Part::definitions));
}

/// Escapes bars, which would end the cell of a table.
std::string cell(std::string text) {
    for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2))
        text.replace(at, 1, "\\|");
    return text;
}

/// Text between backquotes, in which nothing is markup.
std::string code(const std::string& text) {
    return text.empty() ? "" : "`" + text + "`";
}

std::string fence_of(const ReferenceEntry& entry) {
    return entry.language.empty() || entry.language == "cfengine" ? "cfengine-part"
                                                                  : entry.language + "-part";
}

std::string block(const ReferenceEntry& entry, const std::string& text) {
    return "\n```" + fence_of(entry) + "\n" + std::string(trimmed(text, "\n")) + "\n```\n";
}

std::string part_rows(const std::vector<ReferencePart>& parts, const std::string& prefix) {
    std::string text;
    for (const ReferencePart& part : parts) {
        text += "| " + code(cell(prefix + part.name)) + " | " + code(cell(part.value)) + " | " +
                cell(part.summary) + " |\n";
        text += part_rows(part.parts, prefix + part.name + ".");
    }
    return text;
}

std::string section(const ReferenceEntry& entry) {
    std::string text = "\n## " + entry.name + "\n\n" + code(entry.title);
    if (!entry.summary.empty()) text += ": " + entry.summary;
    text += "\n";
    if (!entry.parts.empty())
        text += "\n| | value | |\n|---|---|---|\n" + part_rows(entry.parts, "");
    if (!entry.common.empty() || !entry.notes.empty()) text += "\n";
    if (!entry.common.empty())
        text += "- and the attributes of [" + entry.common + "](#" + entry.common + ")\n";
    for (const std::string& note : entry.notes)
        text += "- " + note + "\n";
    if (!entry.text.empty()) text += block(entry, entry.text);
    if (!entry.example.empty()) text += block(entry, entry.example);
    return text;
}

/// Neighbours with the same summary share a row.
std::string rows(const std::vector<const ReferenceEntry*>& entries) {
    std::string text = "\n| | |\n|---|---|\n";
    for (std::size_t at = 0; at < entries.size();) {
        const ReferenceEntry& first = *entries[at];
        std::string names;
        for (; at < entries.size() && entries[at]->summary == first.summary &&
               entries[at]->kind == first.kind;
             ++at)
            names += (names.empty() ? "" : ", ") + code(entries[at]->name);
        text += "| " + cell(names) + " | " + cell(first.summary) + " |\n";
    }
    return text;
}

/// Of an entry that is only a name and a summary, a row is enough.
bool has_details(const ReferenceEntry& entry) {
    return !entry.parts.empty() || !entry.example.empty() || !entry.text.empty();
}

constexpr std::string_view made_by =
    "\nMade by `vow doc --pages docs/reference`; `vow doc NAME` shows an entry on a terminal.\n";

std::string page_text(const Page& page, const std::vector<const ReferenceEntry*>& entries) {
    std::string text = "# " + std::string(page.title) + "\n" + std::string(made_by);
    if (page.layout == Layout::rows) return text + rows(entries);
    std::vector<const ReferenceEntry*> others;
    for (const ReferenceEntry* entry : entries) {
        if (has_details(*entry))
            text += section(*entry);
        else
            others.push_back(entry);
    }
    return others.empty() ? text : text + "\n## Others\n" + rows(others);
}

int write_page(const std::string& path, std::string_view text) {
    const FileDescriptor file = open_output_file("--pages", path);
    Output output(file.number(), Output::Buffering::blocks);
    output.write(text);
    return output.finished(number_of(ExitStatus::success), path);
}

} // namespace

int write_pages(const std::string& folder, std::span<const ReferenceEntry> all) {
    std::string index =
        "# Reference\n" + std::string(made_by) + "\n| page | entries |\n|---|---|\n";
    int worst = number_of(ExitStatus::success);
    for (const Page& page : pages()) {
        std::vector<const ReferenceEntry*> entries;
        for (const ReferenceEntry& entry : all) {
            if (is_on(page, entry)) entries.push_back(&entry);
        }
        if (entries.empty()) continue;
        const std::string file(page.file);
        index.append("| [").append(page.title).append("](").append(file).append(") | ");
        index.append(std::to_string(entries.size())).append(" |\n");
        const std::string path = std::string(folder).append("/").append(file);
        worst = std::max(worst, write_page(path, page_text(page, entries)));
    }
    return std::max(worst, write_page(folder + "/README.md", index));
}

} // namespace vow::agent
