#pragma once

#include "policy/skopos/values/descriptors.h"
#include "policy/source/diagnostic.h"
#include "protocol/data/yaml.h"

namespace vow::skopos {

/// References to secret variables stay: Descriptors::revealed() replaces them where they are used.
/// Replaces `${v}`, `${v-default}` and `${v:-default}` in the scalars of a model or target. Borrows
/// all.
class DescriptorText {
public:
    DescriptorText(
        const Descriptors& descriptors, const SourceText& source, Diagnostics& diagnostics
    )
        : variables_(descriptors.variables),
          secrets_(descriptors.secrets),
          source_(source),
          diagnostics_(diagnostics) {}

    /// A node with its references replaced, as data: a plain scalar gets its type afterwards. Adds
    /// a diagnostic for a variable without a value.
    Data data_of(const YamlNode& node) const;

private:
    YamlNode replaced(const YamlNode& node) const;
    std::string replaced_text(const YamlNode& scalar) const;
    std::string value_of(std::string_view reference, const YamlNode& scalar) const;

    const Descriptors::Variables& variables_;
    const std::map<std::string, SecretSource, std::less<>>& secrets_;
    const SourceText& source_;
    Diagnostics& diagnostics_;
};

/// True for a name that a variable can have: letters, digits and underscores.
bool is_variable_name(std::string_view text);

} // namespace vow::skopos
