#pragma once

#include "policy/cfengine/program/surroundings.h"

#include <chrono>
#include <string>
#include <string_view>

namespace vow::cfengine {

/// Obeys the lines that a module of classes and variables prints (semantics 14.4):
///
///     ^context=NAME      the bundle that variables go to; at first, the source's base name
///     ^meta=TAG,TAG      tags of what follows
///     ^persistence=N     classes that follow outlive the run by N minutes
///     +CLASS  -CLASS     a class is defined, or not
///     =NAME=TEXT  @NAME={ "a", "b" }  %NAME=JSON  &NAME=/file   variables
///
/// Any other line is logged at info level, unless blank. A line that cannot be obeyed is logged and
/// left out. Lines are text without the newline.
class ModuleLines {
public:
    /// `source` is the command or file, as messages and tags name it.
    ModuleLines(Surroundings& around, std::string_view source);

    void read(std::string_view line);

private:
    void read_setting(std::string_view setting);
    void define_class(std::string_view name);
    void remove_classes(std::string_view names);
    void define(char kind, std::string_view definition);
    void log(LogLevel level, std::string_view message);
    void set_tags(std::string_view own);

    Surroundings& around_;
    std::string source_;
    std::string context_;
    Tags tags_;
    std::chrono::minutes persistence_{0};
};

} // namespace vow::cfengine
