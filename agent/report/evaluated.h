#pragma once

#include "policy/run/facts.h"
#include "policy/run/observer.h"

#include <map>
#include <string>

namespace vow::agent {

/// Remembers the classes and variables that a run defined, for listing them at its end.
class Evaluated : public Observer {
public:
    bool wants_details() const override { return true; }
    void receive(const Event& event) override;

    /// Tables of those that match a regular expression somewhere, hard classes and `sys` variables
    /// among them. An empty pattern matches everything, one that is none nothing.
    std::string class_table(Facts& facts, const std::string& pattern) const;
    std::string variable_table(Facts& facts, const std::string& pattern) const;

private:
    struct Row {
        std::string text; ///< of a variable
        std::string tags, comment;
    };

    void add(const ClassDefined& defined);
    void add(const VariableDefined& defined);

    std::map<std::string, Row> classes_;
    std::map<std::string, Row> variables_;
};

} // namespace vow::agent
