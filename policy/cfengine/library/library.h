#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace vow::cfengine {

/// A body or a bundle of the library, as text of the policy language.
struct LibraryDefinition {
    std::string_view type; ///< of the body or bundle: "perms", "edit_line", "agent"
    std::string_view name;
    std::string_view comment; ///< the lines above it, each with its `# `; empty if there are none
    std::string_view text;    ///< from `body` or `bundle` to the line end after its last bracket
};

/// The bodies and bundles that policies use by name everywhere: m, mog, if_repaired, in_shell,
/// insert_lines, ... They are built into the program, in the files of this folder, and mean what
/// the standard library of the reference documents under these names. The policy's own definitions
/// come first; nothing of the library that a policy does not use is parsed.
class Library {
public:
    Library();

    std::optional<LibraryDefinition> find(std::string_view type, std::string_view name) const;
    /// Sorted by type and name.
    std::vector<LibraryDefinition> definitions() const;

private:
    using Key = std::pair<std::string_view, std::string_view>; ///< type and name

    void index(std::string_view text);

    std::map<Key, LibraryDefinition> definitions_;
};

/// The text of one of its files, by folder and name: "library/files.cf".
std::string_view embedded_file(std::string_view name);

/// Whether the standard library of the reference, version 3.27, defines a body or a bundle that
/// this library lacks. A policy has to bring its own.
bool is_left_to_reference(std::string_view type, std::string_view name);

} // namespace vow::cfengine
