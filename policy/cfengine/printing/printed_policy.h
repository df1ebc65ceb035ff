#pragma once

#include "policy/cfengine/program/program.h"
#include "policy/cfengine/syntax/ast.h"
#include "policy/run/language.h"
#include "protocol/data/data.h"

#include <span>
#include <string>
#include <vector>

namespace vow::cfengine {

/// Policy files as policy text in the layout of the reference: first the custom promise types, then
/// bundles, then bodies, each in written order. Macros are resolved and comments dropped. Unlike
/// the reference's, the result parses to the same policy: it holds promisees, empty lists and
/// namespaces.
std::string policy_text(std::span<const ast::File> files);

/// Policy files as data, in the reference's form of `cf-promises -p json`: bundles and bodies, the
/// line of each, promises and attributes in groups of equal guards. Nothing is expanded; quotes in
/// texts are escaped as for the reference.
Data policy_data(std::span<const ast::File> files);

/// The bundles of a program and their promises, in the order of loading. Adds names of classes to
/// the program's.
std::vector<OutlinePart> outline_of(Program& program);

/// The language's bundle types, promise types, body types, attributes and functions, in the
/// reference's form of `cf-promises --syntax-description json`, which editors and generators read.
Data syntax_data();

} // namespace vow::cfengine
