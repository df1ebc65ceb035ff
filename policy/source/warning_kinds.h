#pragma once

#include "policy/source/source_text.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vow {

/// A kind of warning about names and code, the same in every language, which a policy may allow.
/// The kinds of diagnostics that report it have its name.
struct WarningKind {
    std::string_view name;
    std::string_view about; ///< one line for tables and programs, without a full stop
    /// The kind that this is a case of, which allows it, too; empty for none. Skopos has names for
    /// some cases.
    std::string_view general = {};
};

/// All of them, in the order of docs/commands.md. Other diagnostics cannot be allowed.
std::span<const WarningKind> warning_kinds();

/// Null for an unknown name.
const WarningKind* find_warning_kind(std::string_view name);

/// The warnings that are not reported: everywhere, or where a comment of the policy allows them:
/// `vow: allow KIND,...` on the line of the warning or the one before it, and
/// `vow: allow-file KIND,...` anywhere in its file. The comment begins with `#` or `//`, so that
/// all languages share the notation. Reads the comments of a file at its first warning;
/// the file must outlive this object.
class AllowedWarnings {
public:
    AllowedWarnings() = default;
    /// `everywhere` are names of kinds.
    explicit AllowedWarnings(std::vector<std::string> everywhere)
        : everywhere_(std::move(everywhere)) {}

    /// False for a kind that is not one of warning_kinds().
    bool allow(std::string_view kind, const Span& place);

private:
    struct Comments {
        std::vector<std::string_view> of_file = {};
        std::map<std::uint32_t, std::vector<std::string_view>> of_line = {}; ///< by line from 1
    };

    const Comments& comments_of(const SourceText& source);

    std::vector<std::string> everywhere_;
    std::unordered_map<const SourceText*, Comments> comments_;
};

} // namespace vow
