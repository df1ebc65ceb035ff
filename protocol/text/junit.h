#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace vow {

/// A test case in a report in the form of JUnit, which CI systems read.
struct JunitCase {
    enum class Result { passed, warned, skipped, failed };

    std::string classname;
    std::string name;
    std::chrono::nanoseconds duration = {};
    Result result = Result::passed;
    std::string message = {};            ///< of all but `passed`
    std::vector<std::string> lines = {}; ///< details of `warned` and `failed`
};

/// A text for XML: markup in it is text, and characters that XML does not have become U+FFFD.
std::string xml_text(std::string_view text);

/// A document with one suite of these cases.
std::string junit_text(std::string_view suite, const std::vector<JunitCase>& cases);

} // namespace vow
