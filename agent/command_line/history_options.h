#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace CLI {
class App;
} // namespace CLI

namespace vow::agent {

/// The files that `vow report` writes; each may be empty, and "-" is standard output.
struct ReportFiles {
    std::string html = {};
    std::string junit = {};
    std::string prometheus = {};
    std::string markdown = {};
};

/// The options of `vow history`, `vow status` and `vow report`, which read the history.
struct HistoryOptions {
    enum class View { list, show, difference, promise, status, report };

    View view = View::list;
    /// As given: a number, or from the last one, which is -1; nullopt for that.
    std::optional<std::int64_t> run = {};
    std::int64_t other = -1; ///< of View::difference, likewise
    std::string what = {};   ///< of View::promise; of View::status a policy, or empty for all
    std::optional<std::chrono::seconds> since = {};
    std::optional<std::chrono::seconds> max_age = {};
    bool is_json = false;
    ReportFiles files = {};
};

struct Options;

/// Adds these commands to `vow`, and their options, which fill in `options`; both must outlive the
/// parsing.
void add_history_commands(CLI::App& vow, Options& options);

/// "90", "90s", "15m", "2h", "1d", "1w"; nullopt for anything else.
std::optional<std::chrono::seconds> age_from(const std::string& text);
/// Adds an option that takes such a text.
void add_age(
    CLI::App& sub,
    const std::string& name,
    std::optional<std::chrono::seconds>& age,
    const std::string& what
);

} // namespace vow::agent
