#pragma once

#include "policy/cfengine/loading/data_mistakes.h"

#include <string>
#include <string_view>

namespace vow::cfengine {

/// The kind of data file a definition comes from.
struct DataSource {
    std::string_view tag;        ///< "source=cmdb"
    std::string_view described;  ///< "CMDB data", for messages
    std::string_view name_space; ///< of names without one, and of its classes
    std::string_view bundle;     ///< of variables without one
};

/// Defines the variables and classes of a data file. Reports and skips invalid definitions.
class DataDefinitions {
public:
    DataDefinitions(RunState& run, Frame& frame, DataMistakes& mistakes, DataSource source)
        : run_(run),
          frame_(frame),
          mistakes_(mistakes),
          source_(source) {}

    /// An array of texts becomes a list, any other container data, anything else a text.
    void variable(const std::string& written, const Data& data, Remarks remarks);
    /// Like `variable`, but the definition may be an object with the value, its tags and comment.
    void remarked_variable(const std::string& written, const Data& definition);
    void define_class(const std::string& written, Remarks remarks);

    /// The members "tags" and "comment" of the definition of a "variable" or "class", followed by
    /// the source's tag.
    Remarks remarks(std::string_view kind, const std::string& name, const Data& definition);
    Remarks no_remarks() const { return {{std::string(source_.tag)}, {}}; }

private:
    bool is_fixed(const Tags* tags, std::string_view kind, std::string_view name);

    RunState& run_;
    Frame& frame_;
    DataMistakes& mistakes_;
    DataSource source_;
};

/// The tag of definitions in host-specific data, which augments do not override.
inline constexpr std::string_view host_data_tag = "source=cmdb";

} // namespace vow::cfengine
