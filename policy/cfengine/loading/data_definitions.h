#pragma once

#include "policy/cfengine/run/evaluation.h"

#include <string>
#include <string_view>

namespace vow::cfengine {

/// The kind of data file a definition comes from.
struct DataSource {
    std::string_view tag;        ///< "source=cmdb"
    std::string_view described;  ///< "CMDB data", for messages
    std::string_view name_space; ///< of names that give none; also of its classes
    std::string_view bundle;     ///< of variables that give none
};

/// Defines the variables and classes that a data file names. What is wrong with a definition is
/// logged, and it is left out.
class DataDefinitions {
public:
    DataDefinitions(Evaluation& evaluation, Frame& frame, DataSource source)
        : evaluation_(evaluation),
          frame_(frame),
          source_(source) {}

    /// An array of texts is a list, another container data, all else a text.
    void variable(const std::string& written, const Data& data, Remarks remarks);
    /// As `variable`, with the value, its tags and comment in an object; or a bare value.
    void remarked_variable(const std::string& written, const Data& definition);
    void define_class(const std::string& written, Remarks remarks);

    /// The members "tags" and "comment" of what defines a "variable" or "class", with the source's
    /// tag as the last one.
    Remarks remarks(std::string_view kind, const std::string& name, const Data& definition);
    Remarks no_remarks() const { return {{std::string(source_.tag)}, {}}; }

    void refuse(const std::string& message) { evaluation_.log(LogLevel::error, message); }

private:
    bool is_fixed(const Tags* tags, std::string_view kind, std::string_view name);

    Evaluation& evaluation_;
    Frame& frame_;
    DataSource source_;
};

/// The tag of what host-specific data defines; augments leave that alone.
inline constexpr std::string_view host_data_tag = "source=cmdb";

} // namespace vow::cfengine
