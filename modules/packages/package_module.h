#pragma once

#include "modules/sdk/cpp/executable.h"
#include "modules/sdk/cpp/log.h"
#include "protocol/packages/package_list.h"
#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vow::modules {

/// A program that speaks the protocol of package modules: one process a request, which is its
/// standard input; the answer is all of its standard output. Failures are logged, not judged.
class PackageModule {
public:
    /// From a `package_module` body and the options of the promise.
    PackageModule(const Settings& body, std::vector<std::string> options, Record& record, Log& log);

    /// The program with its options: modules of equal keys have equal lists.
    std::string key() const;
    /// The name of its program, which is usually that of its body.
    std::string name() const;
    /// Whether the program can be started and speaks version 1 of the protocol.
    bool is_usable();

    /// nullopt if the module failed. Its errors are logged, and are not in the answer.
    std::optional<PackageLines> request(std::string_view command, const PackageLines& lines);
    /// The packages that `list-installed` or a list of updates answers.
    struct Listing {
        enum class Answer { none, partly, list }; ///< `partly`: some lines of it are not of a list

        PackageList packages;
        Answer answer;
    };
    Listing list(std::string_view command);
    /// Whether `repo-install`, `file-install` or `remove` answered nothing.
    bool change(std::string_view command, const PackageLines& lines);

private:
    bool is_present();
    bool is_usable_file(const std::string& path, ProgramUse use, std::string_view kind);
    std::optional<std::string> output_of(std::string_view command, const PackageLines& lines);

    std::string path_;
    std::vector<std::string> interpreter_; ///< with its arguments; empty: none
    std::vector<std::string> options_;
    Record& record_;
    Log& log_;
};

} // namespace vow::modules
