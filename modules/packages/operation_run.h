#pragma once

#include "modules/packages/bulk_schedule.h"
#include "modules/packages/package_commands.h"
#include "modules/packages/package_method.h"
#include "protocol/promise/record.h"

#include <string>

namespace vow::modules {

/// Runs the commands of a package method that change something, and records their results. Borrows
/// everything.
class OperationRun {
public:
    OperationRun(Record& record, const PackageMethod& method, PackageCommands& commands)
        : record_(record),
          method_(method),
          commands_(commands) {}

    enum class Did { nothing, run };

    /// Runs the command of an operation, with the text that stands for the package, if the terms of
    /// the promise allow it.
    Did run(PackageOperation operation, const std::string& argument);

    /// Whether the operation may be scheduled; otherwise the reason is recorded, as by run().
    bool may_schedule(PackageOperation operation, const std::string& argument);

    /// Runs one command for all packages of a group, and logs its result. The promise gets no
    /// verdict.
    void run(BulkSchedule::Group& group);

private:
    void log_output(const ToolRun& ran, const std::string& line);
    void judge(const ToolRun& ran, const std::string& line, const std::string& argument);

    Record& record_;
    const PackageMethod& method_;
    PackageCommands& commands_;
};

} // namespace vow::modules
