#pragma once

#include "modules/files/named_file.h"
#include "modules/sdk/cpp/log.h"
#include "modules/sdk/cpp/range.h"
#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"
#include "protocol/system/running_command.h"
#include "protocol/text/regex.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::modules {

/// A `file_select` body: criteria, and the expression that combines them.
class Selection {
public:
    /// `body` has a `file_result`.
    static Selection from(const Settings& body);

    /// `status` belongs to the file itself, links not followed. A selecting program that must not
    /// be run is recorded as a failure, and selects nothing.
    bool
    selects(const NamedFile& file, const struct stat& status, Record& record, const Log& log) const;

private:
    /// The file in question, and the promise that selects files.
    struct Question {
        const NamedFile& file;
        const struct stat& status;
        Record& record;
        const Log& log;
    };

    bool meets(std::string_view criterion, const Question& question) const;
    bool has_type(const struct stat& status) const;
    bool has_mode(const struct stat& status) const;
    bool is_link_to(const NamedFile& file) const;
    /// True if the program selects the file, by its exit status or its output.
    bool program_agrees(const Question& question) const;
    bool program_prints(const Question& question) const;
    CommandEnding run_program(const Question& question, CommandListener& listener) const;

    std::string result_;
    bool any_leaf_name_ = true; ///< the criterion is not given, or an empty list
    Patterns leaf_names_, path_names_, owners_, groups_, link_targets_, printed_;
    bool any_owner_ = true, any_group_ = true;
    std::vector<std::string> types_, modes_;
    std::optional<Range> size_, accessed_, changed_, modified_;
    std::string program_;
};

} // namespace vow::modules
