#pragma once

#include "policy/run/facts.h"
#include "policy/run/observer.h"

#include <map>
#include <string>

namespace vow::agent {

/// Remembers the classes and variables that a run defined, for listing them at its end.
class Evaluated : public Observer {
public:
    LogLevel log_level() const override { return LogLevel::critical; }
    bool wants_details() const override { return true; }
    void log(LogLevel, std::string_view) override {}
    void report(std::string_view) override {}
    void
    class_defined(std::string_view name, std::string_view bundle, const Remarks& remarks) override;
    void variable_defined(
        std::string_view qualified_name, std::string_view text, const Remarks& remarks
    ) override;

    /// Tables of those that match a regular expression somewhere, hard classes and `sys` variables
    /// among them. An empty pattern matches everything, one that is none nothing.
    std::string class_table(Facts& facts, const std::string& pattern) const;
    std::string variable_table(Facts& facts, const std::string& pattern) const;

private:
    struct Row {
        std::string text; ///< of a variable
        std::string tags, comment;
    };

    std::map<std::string, Row> classes_;
    std::map<std::string, Row> variables_;
};

} // namespace vow::agent
