#pragma once

#include "policy/cfengine/program/function.h"

#include <span>

/// The parts of the table of functions, one for each family, beside its functions. Only functions()
/// in program/function.h uses them.
namespace vow::cfengine::families {

/// The range of an option with a truth value.
inline constexpr std::string_view truth_words = "true,false,yes,no,on,off";
/// The texts that may name variables and classes, before references are resolved.
inline constexpr std::string_view name_range = "[a-zA-Z0-9_$(){}\\[\\].:]+";

std::span<const Function> addresses();
std::span<const Function> bundles();
std::span<const Function> class_filters();
std::span<const Function> classes();
std::span<const Function> commands();
std::span<const Function> conditions();
std::span<const Function> connections();
std::span<const Function> data();
std::span<const Function> digests();
std::span<const Function> file_status();
std::span<const Function> files();
std::span<const Function> formatting();
std::span<const Function> groups();
std::span<const Function> lists();
std::span<const Function> mapping();
std::span<const Function> matching();
std::span<const Function> network();
std::span<const Function> numbers();
std::span<const Function> other_systems();
std::span<const Function> packages();
std::span<const Function> paths();
std::span<const Function> peers();
std::span<const Function> processes();
std::span<const Function> read_arrays();
std::span<const Function> reading();
std::span<const Function> regular_expressions();
std::span<const Function> replacement();
std::span<const Function> secrets();
std::span<const Function> sets();
std::span<const Function> sorting();
std::span<const Function> strings();
std::span<const Function> time();
std::span<const Function> users();
std::span<const Function> variables();
std::span<const Function> versions();

} // namespace vow::cfengine::families
