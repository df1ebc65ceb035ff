#include "policy/cfengine/editing/xml/xml_editor.h"

#include "policy/cfengine/editing/xml/xml_edit.h"
#include "protocol/promise/settings.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace vow::cfengine {
namespace {

/// A type that edits at a selected element. In its messages, {promiser}, {xpath} and {file} stand
/// for those of a promise.
struct XmlEditType {
    std::string_view name;
    std::string_view task;            ///< "Tree deletion"
    std::string_view inconsistent;    ///< a promise that cannot be kept as it is written
    std::string_view nothing_to_edit; ///< when no element is selected, or several
    void (*keep)(XmlEdit&, xmlNode*);
};

constexpr XmlEditType xml_edit_types[] = {
    {"delete_attribute",
     "Attribute deletion",
     "The promised attribute deletion '{promiser}', is inconsistent",
     "The promised XPath pattern '{xpath}', was NOT successful when selecting an edit node, in XML "
     "document '{file}'",
     delete_attribute},
    {"delete_text",
     "Text deletion",
     "The promised text deletion '{promiser}' is inconsistent",
     "No node selected by XPath '{xpath}' in XML document '{file}'",
     delete_text},
    {"delete_tree",
     "Tree deletion",
     "The promised tree deletion '{promiser}' is inconsistent",
     "The promised XPath pattern '{xpath}', was NOT successful when selecting an edit node, in XML "
     "document '{file}'",
     delete_tree},
    {"insert_text",
     "Text insertion",
     "The promised text insertion '{promiser}' breaks its own promises",
     "No node selected by XPath '{xpath}' in XML document '{file}'",
     insert_text},
    {"insert_tree",
     "Tree insertion",
     "The promised tree insertion '{promiser}' breaks its own promises",
     "Failed to select edit node in the XML document '{file}' using the XPath '{xpath}'",
     insert_tree},
    {"set_attribute",
     "Attribute insertion",
     "The promised attribute set '{promiser}', breaks its own promises",
     "No node to edit selected by XPath '{xpath}' in the XML document '{file}'",
     set_attribute},
    {"set_text",
     "Text setting",
     "The promised text set '{promiser}' breaks its own promises",
     "No node selected by XPath '{xpath}' in the XML document '{file}'",
     set_text},
};

std::string filled_in(std::string_view message, const XmlEdit& edit) {
    std::string text(message);
    const auto fill_in = [&](std::string_view name, const std::string& value) {
        if (const auto at = text.find(name); at != std::string::npos)
            text.replace(at, name.size(), value);
    };
    fill_in("{promiser}", edit.promise.promiser);
    fill_in("{xpath}", edit.select_xpath);
    fill_in("{file}", edit.file);
    return text;
}

/// Whether an expression selects the same elements after an edit has added some beside them: it
/// names no position, and does not look at the elements before or after another.
bool is_convergent(const std::string& xpath, RegexCache& regexes) {
    static const std::string number = R"((\d+|last\s*\(\s*\)))";
    static const std::string calculated = number + R"((\s*(\+|-|\*|div|mod)\s*\d+)*)";
    static const std::string compared = R"((position\s*\(\s*\)\s*(!=|<=|>=|=|<|>)\s*)?)";
    static const std::string position =
        R"(\[([^\[\]]*(\||or|and))?\s*)" + compared + calculated + R"(\s*((\||or|and)[^\[\]]*)?\])";
    static const std::string axis = R"((following|preceding)(-sibling)?\s*::)";
    const auto found = regexes.find(position + "|" + axis);
    return !std::get<std::shared_ptr<const Regex>>(found)->is_in(xpath);
}

/// Keeps one promise of a type that edits at a selected element.
class SelectedEdit {
public:
    SelectedEdit(const XmlEditType& type, XmlEdit& edit, RegexCache& regexes)
        : type_(type),
          edit_(edit),
          regexes_(regexes),
          settings_(edit.promise.attributes) {}

    /// Returns whether the edit was tried.
    bool keep() {
        const auto path = settings_.text("build_xpath");
        edit_.select_xpath = settings_.text_or("select_xpath", "");
        if (const auto reason = objection(path.has_value())) {
            edit_.record.log(LogLevel::error, *reason);
            edit_.record.failed(filled_in(type_.inconsistent, edit_));
            return false;
        }
        if (path && !build_path(edit_, *path)) return edit_.record.has_only_warned();
        if (edit_.select_xpath.empty()) {
            insert_root(edit_);
            return true;
        }
        xmlNode* selected = selected_element();
        if (selected == nullptr) {
            edit_.record.failed(filled_in(type_.nothing_to_edit, edit_));
            return false;
        }
        type_.keep(edit_, selected);
        return true;
    }

private:
    /// Why the promise cannot be kept as it is written; nullopt if it can.
    std::optional<std::string> objection(bool builds) const {
        if (edit_.select_xpath.empty()) {
            const std::string required =
                std::string(type_.task) + " requires select_xpath to be specified";
            if (type_.keep != insert_tree) return required;
            if (builds) return required + ", unless inserting into an empty file";
            return std::nullopt;
        }
        if (!is_convergent(edit_.select_xpath, regexes_))
            return "select_xpath expression '" + edit_.select_xpath + "', is NOT convergent";
        if (type_.keep == insert_tree && !builds && edit_.tree.root() == nullptr)
            return "Tree insertion into an empty file, using select_xpath, does not make sense";
        return std::nullopt;
    }

    /// The only element that the promise selects; null, with the reason logged, if there are none
    /// or several.
    xmlNode* selected_element() {
        const auto found = edit_.tree.select(edit_.select_xpath);
        if (const auto* failure = std::get_if<XmlFailure>(&found)) {
            edit_.record.failed(
                "Unable to evaluate XPath expression '" + edit_.select_xpath +
                "': " + failure->message
            );
            return nullptr;
        }
        const auto& nodes = std::get<std::vector<xmlNode*>>(found);
        if (nodes.size() > 1) {
            edit_.record.failed(
                "Current select_xpath expression '" + edit_.select_xpath + "' returns " +
                std::to_string(nodes.size()) + " edit nodes in XML document '" + edit_.file +
                "', unique edit node required"
            );
        }
        if (nodes.size() != 1) return nullptr;
        if (nodes.front()->type == XML_ELEMENT_NODE) return nodes.front();
        edit_.record.failed(
            "The promised XPath pattern '" + edit_.select_xpath +
            "' was NOT found when selecting an edit node in XML document '" + edit_.file + "'"
        );
        return nullptr;
    }

    const XmlEditType& type_;
    XmlEdit& edit_;
    RegexCache& regexes_;
    const Settings settings_;
};

/// Keeps a build_xpath promise.
void build_promised_path(XmlEdit& edit) {
    const Settings settings(edit.promise.attributes);
    const bool has_build = settings.has("build_xpath");
    if (!has_build && !settings.has("select_xpath")) {
        build_path(edit, edit.promise.promiser);
        return;
    }
    edit.record.log(
        LogLevel::error,
        has_build ? "Attribute: build_xpath is not allowed within bundle: build_xpath"
                  : "XPath build does not require select_xpath to be specified"
    );
    edit.record.failed(
        "The promised XPath build '" + edit.promise.promiser + "' breaks its own promises"
    );
}

} // namespace

EditResult XmlEditor::keep(const Promise& promise) {
    EditResult result;
    Record record(promise, [&result](LogLevel level, std::string_view text) {
        result.log.push_back({level, std::string(text)});
    });
    if (pretence_ == Pretence::yes) record.pretend();
    XmlEdit edit = {promise, file_, document_.tree(), record};
    const auto* type = std::ranges::find(xml_edit_types, promise.type->name, &XmlEditType::name);
    bool was_tried = true;
    if (type == std::end(xml_edit_types))
        build_promised_path(edit);
    else
        was_tried = SelectedEdit(*type, edit, regexes_).keep();
    if (was_tried) log_result(record, promise.type->name);
    result.outcome.verdicts = record.verdicts();
    result.outcome.only_warned = record.has_only_warned();
    if (result.outcome.verdicts.empty()) result.outcome.verdicts.add(Verdict::kept);
    return result;
}

} // namespace vow::cfengine
