#pragma once

#include "protocol/harness/report.h"

namespace vow::harness {

/// One line a case or check; then all warnings and violations with their details.
std::string terminal_text(const Report& report, Colours colours);
/// Test Anything Protocol, version 14; the details are YAML blocks.
std::string tap_text(const Report& report);
/// A test suite of JUnit, in XML.
std::string junit_text(const Report& report);
std::string json_report(const Report& report);

/// The details of a finding, with the place of its case and the section of its rule.
std::vector<std::string> remarks_on(const Report::Entry& entry);
bool is_objection(const Finding& finding);

} // namespace vow::harness
