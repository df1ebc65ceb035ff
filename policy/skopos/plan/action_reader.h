#pragma once

#include "policy/skopos/plan/attribute_reader.h"

namespace vow::skopos {

/// Reads the program of an action: a script, or a call of a plugin. Adds a diagnostic for each
/// mistake. Borrows all.
class ActionReader {
public:
    ActionReader(
        const AttributeReader& attributes, const SourceText& source, Diagnostics& diagnostics
    )
        : attributes_(attributes),
          source_(source),
          diagnostics_(diagnostics) {}

    Action read();

private:
    void report_two_actions();
    void read_call();
    void read_arguments(PluginCall& call);
    void read_script();

    const AttributeReader& attributes_;
    const SourceText& source_;
    Diagnostics& diagnostics_;
    Action action_;
};

} // namespace vow::skopos
