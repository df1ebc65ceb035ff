#pragma once

#include "policy/cfengine/manner.h"
#include "policy/cfengine/values/caches.h"
#include "policy/cfengine/values/value.h"
#include "policy/run/world.h"
#include "protocol/text/regex.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace vow::cfengine {

using Tags = std::vector<std::string>;

/// A class, variable or bundle in a listing.
struct TaggedName {
    std::string name; ///< qualified as the reference prints it: default:bundle.variable, ns:class
    Tags tags;
};

/// Values by name: of $(this), $(this.k), $(this.v) while a function maps over a collection.
using Bindings = std::vector<std::pair<std::string, std::string>>;

/// The surroundings of a call: everything in the evaluation that functions may read, and the little
/// that they may change. Names are as written: they may be qualified (ns:bundle.name) and indexed
/// (name[key]), and are resolved in the running bundle.
class Surroundings {
public:
    virtual ~Surroundings() = default;

    /// Waits until every pending promise is done, and returns the world: a function sees the
    /// effects of the promises before it.
    virtual World& settled_world() = 0;
    /// The time when the run began, which is `now` until it ends.
    virtual std::chrono::system_clock::time_point started() = 0;
    /// Whether the run is to end, for functions that compute long.
    virtual const Stop& stop() const = 0;
    virtual RegexCache& regexes() = 0; ///< compiled once a run
    virtual ListIndex& lists() = 0;
    virtual ParsedTexts& parsed_texts() = 0;

    /// The variable, or the part of a container for an indexed name; nullopt if it is undefined.
    virtual std::optional<Value> variable(std::string_view name) = 0;
    /// A CFEngine array as an object (a[x][y] nests); nullopt if no element of it is defined.
    virtual std::optional<Data> array(std::string_view name) = 0;
    /// The texts in a value are masked from here on, wherever the run shows them.
    virtual void keep_secret(const Data& value) = 0;
    virtual void define(std::string_view name, Value value, Tags tags = {}) = 0;
    /// Sorts the members of the objects in a variable, or in a part of it.
    virtual void sort_members(std::string_view name) = 0;

    /// nullopt for an invalid expression or one with an unresolved reference.
    virtual std::optional<bool> holds(std::string_view class_expression) = 0;
    virtual void define_class(std::string_view name, Tags tags) = 0;
    /// Returns false for a hard class, which stays defined.
    virtual bool remove_class(std::string_view name) = 0;

    /// nullopt if the variable or class is undefined.
    virtual std::optional<Tags> variable_tags(std::string_view name) = 0;
    virtual std::optional<Tags> class_tags(std::string_view name) = 0;

    /// With tags, in the order of the reference's tables: the global classes, then those of the
    /// running bundle and of the callers that it inherits from.
    virtual std::vector<std::vector<TaggedName>> classes() = 0;
    /// With tags, in the order of the reference's table.
    virtual std::vector<TaggedName> variables() = 0;
    virtual std::vector<TaggedName> bundles() = 0; ///< in the order of loading

    /// Evaluates the call's argument `index`, which is of kind `mapped`, with the bindings.
    /// Unresolved references stay as written. nullopt if a function in it failed.
    virtual std::optional<std::string> mapped(std::size_t index, const Bindings& bindings) = 0;
    /// Expands the references in a text. Unresolved ones stay as written.
    virtual std::string expanded(std::string_view text) = 0;

    virtual bool wants(LogLevel level) = 0; ///< true if log() would show the line
    virtual void log(LogLevel level, std::string_view line) = 0;
    /// Logs a line unless it was logged before: calls are repeated in each pass.
    virtual void log_once(LogLevel level, const std::string& line) = 0;

    virtual const Manner& manner() = 0;
    virtual std::string_view bundle() = 0; ///< the running bundle, qualified
    virtual Origin origin() = 0;           ///< of the promise with the call
    /// The promisers of the calling promises, outermost first.
    virtual std::vector<TaggedName> callers() = 0;
};

/// At most `limit` bytes of a file. A link that an unprivileged user can have planted is followed
/// only if the manner is to follow them.
Answer<std::string> read_file(Surroundings& around, const std::string& path, std::size_t limit);

/// A list, container or array by name; nullopt for scalars and unknown names.
std::optional<Data> named_data(std::string_view name, Surroundings& around);

/// Parses JSON in an argument. In the place of a value, a bare name is a variable of any type:
/// {"users": users, "first": "x"} (semantics 7.7).
std::variant<Data, DataError> inline_data(std::string_view text, Surroundings& around);

/// The data with the references in its texts and keys expanded.
Data expanded(const Data& data, Surroundings& around);

} // namespace vow::cfengine
