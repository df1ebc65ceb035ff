#include "policy/cfengine/editing/xml/build_path.h"
#include "policy/cfengine/editing/xml/xml_edit.h"

#include <algorithm>
#include <vector>

namespace vow::cfengine {
namespace {

/// Builds what is missing of one path.
class PathBuilder {
public:
    PathBuilder(XmlEdit& edit, const std::string& path, std::vector<BuildStep> steps)
        : edit_(edit),
          path_(path),
          steps_(std::move(steps)) {}

    bool build() {
        if (edit_.tree.root() == nullptr)
            return build_below(nullptr, 0, " into an empty XML document '");
        const std::size_t first = has(edit_.tree.root(), steps_.front()) ? 1 : 0;
        const auto levels = levels_from(first);
        if (first + levels.size() > steps_.size()) {
            edit_.record.kept("XPath '" + path_ + "' exists in XML document '" + edit_.file + "'");
            return true;
        }
        std::size_t level = levels.size() - 1;
        for (; levels[level].size() > 1; --level)
            log_ambiguous(steps_[first + level - 1], levels[level].size());
        return build_below(levels[level].front(), first + level, " in XML document '");
    }

private:
    /// The root, then the elements that the steps from the first one lead to, as far as there are
    /// any. A path that does not begin with the root's name is one below the root.
    std::vector<std::vector<xmlNode*>> levels_from(std::size_t first) {
        std::vector<std::vector<xmlNode*>> levels = {{edit_.tree.root()}};
        for (std::size_t index = first; index < steps_.size(); ++index) {
            std::vector<xmlNode*> next;
            for (xmlNode* parent : levels.back()) {
                for (xmlNode* element : edit_.tree.elements(parent)) {
                    if (has(element, steps_[index])) next.push_back(element);
                }
            }
            if (next.empty()) break;
            levels.push_back(std::move(next));
        }
        return levels;
    }

    bool has(xmlNode* element, const BuildStep& step) {
        return step.name == reinterpret_cast<const char*>(element->name) &&
               std::ranges::all_of(step.conditions, [&](const BuildStep::Condition& condition) {
                   return meets(element, condition);
               });
    }

    bool meets(xmlNode* element, const BuildStep::Condition& condition) {
        const XmlDocument::Tree& tree = edit_.tree;
        if (condition.of == BuildStep::Condition::Of::attribute) {
            const xmlAttr* found = tree.libxml.attribute(element, xml_text(condition.name));
            return found != nullptr && tree.attribute_value(found) == condition.value;
        }
        return std::ranges::any_of(tree.elements(element), [&](const xmlNode* child) {
            return condition.name == reinterpret_cast<const char*>(child->name) &&
                   tree.leading_text(child) == condition.value;
        });
    }

    void log_ambiguous(const BuildStep& step, std::size_t count) {
        edit_.record.failed(
            "Current select_xpath expression '" + path_.substr(0, step.end) + "' returns " +
            std::to_string(count) + " edit nodes in XML document '" + edit_.file +
            "', unique edit node required"
        );
    }

    /// Builds the steps from the first one below a parent, or the root without one.
    bool build_below(xmlNode* parent, std::size_t first, const std::string& place) {
        const std::string what = " XPath '" + path_ + "'" + place + edit_.file + "'";
        if (!edit_.record.allows("build" + what)) return false;
        for (std::size_t index = first; index < steps_.size(); ++index)
            parent = new_element(steps_[index], parent);
        edit_.record.repaired("Built" + what);
        return true;
    }

    xmlNode* new_element(const BuildStep& step, xmlNode* parent) {
        XmlDocument::Tree& tree = edit_.tree;
        xmlNode* element = tree.new_element(step.name, parent);
        if (parent == nullptr) tree.libxml.set_root(tree.document, element);
        for (const auto& [of, name, value] : step.conditions) {
            if (of == BuildStep::Condition::Of::attribute)
                tree.libxml.set_attribute(element, xml_text(name), xml_text(value));
            else
                tree.prepend_text(tree.new_element(name, element), value);
        }
        return element;
    }

    XmlEdit& edit_;
    const std::string& path_;
    const std::vector<BuildStep> steps_;
};

} // namespace

bool build_path(XmlEdit& edit, const std::string& path) {
    if (auto steps = build_steps(path)) return PathBuilder(edit, path, *std::move(steps)).build();
    edit.record.log(
        LogLevel::error,
        "Promiser expression '" + path +
            "' contains syntax that is not supported for xpath_build. Please refer to users manual "
            "for supported syntax specifications."
    );
    edit.record.failed("The promised XPath build '" + path + "' breaks its own promises");
    return false;
}

} // namespace vow::cfengine
