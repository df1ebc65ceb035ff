#pragma once

#include "agent/fleet/report.h"

#include <string>
#include <string_view>

namespace vow::agent {

// The names of the pages' files, in one folder.

constexpr std::string_view overview_name = "index.html";
constexpr std::string_view hosts_name = "hosts.html";

std::string group_page_name(const std::string& group);
std::string host_page_name(const std::string& host);
std::string promise_page_name(const ReportedOutcome& promise);
std::string rollout_page_name(const std::string& rollout);

/// Whether a file can be a page of one group, host, promise or rollout.
bool is_page_of_one(std::string_view file);

} // namespace vow::agent
