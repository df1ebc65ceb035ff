#pragma once

#include "policy/run/trusted_reader.h"
#include "policy/skopos/values/descriptors.h"
#include "policy/source/diagnostic.h"
#include "protocol/data/yaml.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::skopos {

inline constexpr DiagnosticKind bad_model{"bad-model", "{} must be {}"};
inline constexpr DiagnosticKind bad_target{"bad-target", "{} must be {}"};

/// A model or a target as it was read.
struct Descriptor {
    const SourceText* source;
    YamlNode root;
    const DiagnosticKind* mistake;
};

/// Adds that `what`, at a node, must be as expected.
void report(
    const Descriptor& descriptor,
    const YamlNode& node,
    std::string_view what,
    std::string_view expected,
    Diagnostics& diagnostics
);

/// Adds a diagnostic for each mistake in what vow reads of a model, or of a target.
void check_model(const Descriptor& model, Diagnostics& diagnostics);
void check_target(const Descriptor& target, Diagnostics& diagnostics);

// Numbers are known only after references were replaced.

/// Checks the numbers of instances.
void check_replicas(
    const Descriptor& model, const Descriptors& descriptors, Diagnostics& diagnostics
);
/// Checks the time that an action may take, in the data of a target.
void check_timeout(const Descriptor& target, const Data& data, Diagnostics& diagnostics);

/// The files of a deployment beside its plan, and the variables of the command line.
struct DescriptorFiles {
    std::string model = {}; ///< may be empty
    std::vector<std::string> targets = {};
    Descriptors::Variables variables = {};
};

/// Reads model and targets, merges the targets, and replaces references to variables. Throws
/// UsageError for a file that cannot be read. Adds diagnostics for other mistakes.
Descriptors read_descriptors(
    const DescriptorFiles& files, HostFiles& host, Sources& sources, Diagnostics& diagnostics
);

} // namespace vow::skopos
