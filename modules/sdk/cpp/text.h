#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace vow::modules {

/// Joins texts, for messages.
std::string text(std::initializer_list<std::string_view> parts);

/// Permission bits as messages show them: four octal digits, "0644".
std::string octal(std::uint32_t mode);

/// The message for an errno: "No such file or directory".
std::string system_message(int error_number);

} // namespace vow::modules
