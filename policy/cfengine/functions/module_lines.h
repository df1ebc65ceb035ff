#pragma once

#include "policy/cfengine/program/surroundings.h"

#include <chrono>
#include <string>
#include <string_view>

namespace vow::cfengine {

/// Executes the lines that a module of classes and variables prints (semantics 14.4):
///
///     ^context=NAME      the bundle of the variables; initially the source's base name
///     ^meta=TAG,TAG      tags of the following classes and variables; without, they have none
///     ^persistence=N     the following classes last for N minutes
///     +CLASS  -CLASS     defines or removes a class
///     =NAME=TEXT  @NAME={ "a", "b" }  %NAME=JSON  &NAME=/file   variables
///
/// Logs any other line, unless blank, at level verbose. Logs and skips invalid lines. A line has no
/// newline.
class ModuleLines {
public:
    /// `source` is the command or file in messages and tags.
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
