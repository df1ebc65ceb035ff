#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace vow::harness {

/// Folders that users write to: by convention, by environment variables, and those not deep below
/// "/" that this user may write to. Those that exist.
std::vector<std::string> places_to_write();

/// Gives a folder of ours the permissions of the original. An ordinary user cannot set its owner;
/// its owner bits then express what the user may do there.
void imitate(const std::string& original, const std::filesystem::path& ours);

/// The entries of a folder.
std::set<std::string> names_in(const std::filesystem::path& folder);

} // namespace vow::harness
