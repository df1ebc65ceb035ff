#pragma once

#include "policy/run/language.h"
#include "policy/source/diagnostic.h"

#include <map>
#include <string>

namespace vow::agent {

/// A diagnostic as the reference prints it: FILE:LINE:COLUMN: error: MESSAGE, the line, and a caret
/// at the end of the span; `   error: MESSAGE` if it does not have a place.
std::string reference_text(const Diagnostic& diagnostic);

/// Collects the classes that a run defines, for the tables that the reference prints at its end on
/// request.
class DefinedNames : public Observer {
public:
    bool wants_details() const override { return true; }
    void receive(const Event& event) override;

    /// A table of the names that contain a match of the regular expression, those that are listed
    /// included. An empty pattern matches every name, an invalid one none.
    std::string class_table(const ListedNames& listed, const std::string& pattern) const;
    std::string variable_table(const ListedNames& listed, const std::string& pattern) const;

private:
    struct Row {
        std::string tags, comment;
    };

    void add(const ClassDefined& defined);

    std::map<std::string, Row> classes_;
};

} // namespace vow::agent
