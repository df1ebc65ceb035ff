#pragma once

#include "policy/cfengine/functions/text/regex.h"
#include "policy/cfengine/values/value.h"
#include "policy/run/world.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vow::cfengine {

using Tags = std::vector<std::string>;

/// One line of what the evaluation knows, for functions that list classes, variables or bundles.
struct Named {
    std::string name; ///< qualified as the reference prints it: default:bundle.variable, ns:class
    Tags tags;
};

/// The meaning of $(this), $(this.k), $(this.v) while a function maps over a collection.
using Bindings = std::vector<std::pair<std::string, std::string>>;

/// Where a call stands: all that functions may ask of the evaluation, and the little they may do to
/// it. Names are as written: they may be qualified (ns:bundle.name) and indexed (name[key]), and
/// are resolved against the bundle that is running.
class Surroundings {
public:
    virtual ~Surroundings() = default;

    virtual World& world() = 0;
    virtual Regexes& regexes() = 0; ///< compiled ones, kept for the run

    /// The variable, or the part of a container that an indexed name means.
    virtual std::optional<Value> variable(std::string_view name) = 0;
    /// A CFEngine array as an object (a[x][y] nests); none when no element of it is defined.
    virtual std::optional<Data> array(std::string_view name) = 0;
    virtual void define(std::string_view name, Value value, Tags tags = {}) = 0;

    /// None: not a valid expression, or one with an unresolved reference.
    virtual std::optional<bool> holds(std::string_view class_expression) = 0;
    virtual void define_class(std::string_view name, Tags tags) = 0;
    /// False: it is a hard class, which stays.
    virtual bool remove_class(std::string_view name) = 0;

    /// None: there is no such variable, or class.
    virtual std::optional<Tags> variable_tags(std::string_view name) = 0;
    virtual std::optional<Tags> class_tags(std::string_view name) = 0;

    /// Sorted by name; tags are filled in.
    virtual std::vector<Named> classes() = 0;
    virtual std::vector<Named> variables() = 0;
    virtual std::vector<Named> bundles() = 0;

    /// Evaluates the call's argument `index`, which is of kind `mapped`, under the bindings. What
    /// does not resolve stays as it is. None: a function in it did not answer.
    virtual std::optional<std::string> mapped(std::size_t index, const Bindings& bindings) = 0;
    /// Expands the references in a text at run time. What does not resolve stays as it is.
    virtual std::string expanded(std::string_view text) = 0;

    /// Logs a line, unless the same one was logged before: calls are made anew in each pass.
    virtual void log_once(LogLevel level, std::string line) = 0;

    virtual std::string_view bundle() = 0; ///< that is running, qualified
    virtual Origin origin() = 0;           ///< of the promise that holds the call
    virtual std::vector<Named>
    callers() = 0; ///< promisers of the calls that led here, outermost first
};

} // namespace vow::cfengine
