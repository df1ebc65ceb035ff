#pragma once

#include "policy/cfengine/run/run_state.h"
#include "policy/source/diagnostic.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vow::cfengine {

/// The bytes [begin, end) of a text.
struct ByteRange {
    std::uint32_t begin, end;
};

/// The places of the members of a JSON text's outermost object, and of their members and items.
/// Reads the text once, however many places are looked up.
class JsonPlaces {
public:
    /// The text must be valid.
    explicit JsonPlaces(std::string_view json);

    /// Follows the names of members and the indices of items, at most two. Returns the place of the
    /// name if that leads to a member, of the value if it leads to an item; nullopt if there is no
    /// such part, or a name is written with escape sequences.
    std::optional<ByteRange> find(std::span<const std::string> path) const;

private:
    std::unordered_map<std::string, ByteRange> places_;
};

/// Receives the mistakes in a data file: augments or host-specific data. They are mistakes of the
/// policy, with their place, so they end the run, unless they are only logged. Borrows all.
class DataMistakes {
public:
    DataMistakes(RunState& run, const Manner& manner, Diagnostics& diagnostics)
        : run_(run),
          manner_(manner),
          diagnostics_(diagnostics) {}

    /// The file that is being read, which is borrowed.
    void set_file(const SourceText& file);
    /// The names of members and indices of items that lead to the value that is being read.
    void set_path(std::vector<std::string> path) { path_ = std::move(path); }

    /// Reports an invalid definition at the path.
    void report(const std::string& message) { report_at(place_of(path_), message); }
    void report_at(Span place, const std::string& message);
    /// The same, but dropped where mistakes are logged.
    void report_ignored(const std::string& message);

    /// Masks what the schema beside the file marks as secret. Reports a schema that cannot be used,
    /// and returns false: then the data must not be used either.
    bool keep_secrets(const Data& root);

    /// Whether they are only logged: as the reference does.
    bool are_logged() const { return manner_.logs_mistakes_in_data; }
    /// Bytes of the file; nowhere for the reference, which does not name places, and in a file with
    /// a schema, which may mark what is there as secret.
    Span place(std::uint32_t begin, std::uint32_t end) const;
    /// The place of the value that a path leads to; the start of the file if it cannot be found.
    Span place_of(const std::vector<std::string>& path);

private:
    RunState& run_;
    const Manner& manner_;
    Diagnostics& diagnostics_;
    const SourceText* file_ = nullptr;
    bool hides_text_ = false;               ///< a schema is beside the file, and was not read yet
    std::optional<JsonPlaces> places_ = {}; ///< of the file, once one is needed
    std::vector<std::string> path_ = {};
};

} // namespace vow::cfengine
