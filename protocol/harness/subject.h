#pragma once

#include "protocol/client/promise_exchange.h"
#include "protocol/client/subprocess.h"
#include "protocol/system/command.h"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include <sys/types.h>

namespace vow {

class Secrets;

} // namespace vow

namespace vow::harness {

/// Counts the answers of a module that did not come in time, in processes that are forked from this
/// one as well.
class LateAnswers {
public:
    LateAnswers();

    void add_one() { ++*count_; }
    /// Whether there were so many that no more are waited for: a report is worth a minute.
    bool are_enough() const { return *count_ >= max_count; }

    static constexpr int max_count = 3;

private:
    std::shared_ptr<std::atomic<int>> count_; ///< in memory that forked processes share
};

/// The module under examination: its name in messages, and the command that starts it.
struct Subject {
    std::string name;
    std::vector<std::string> command; ///< a path and its arguments
    std::string file = {};            ///< the module's own, if an interpreter runs it
    client::Progress progress = client::Progress::unwatched;
    Command::Session session = Command::Session::ours;
    std::vector<uid_t> trusted_users = {}; ///< besides root and the owner of the file
    const Secrets* secrets = nullptr;      ///< that no report shows; null if none are known
    LateAnswers late_answers = {};         ///< of all copies

    enum class Ending {
        terminated, ///< by a request
        killed      ///< as it does not end at that request
    };
    Ending ending = Ending::terminated;

    /// Throws client::ModuleError when it cannot be started. The owner of the file is trusted,
    /// since the user has named it.
    client::Subprocess start() const;
};

/// The module in a file. It is started by `interpreter` if given, found on the PATH; otherwise
/// directly, or if it is not executable by the interpreter in its first line ("#!/bin/sh"). A file
/// without such a line is started by the one that its ending names: .js .pl .py .sh. Throws
/// client::ModuleError when it cannot be started.
Subject subject_at(const std::string& path, const std::string& interpreter);

} // namespace vow::harness
