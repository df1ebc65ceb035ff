#pragma once

#include "policy/inmanta/export/resource.h"
#include "policy/inmanta/python/python_plugins.h"
#include "policy/run/host.h"

#include <deque>

namespace vow::inmanta {

/// The kinds of resources that modules define in Python. Their handlers are promises of a type with
/// the name of the entity, which vow's Python serves as a promise module.
class HandlerKinds {
public:
    HandlerKinds() = default;
    HandlerKinds(const HandlerKinds&) = delete;
    HandlerKinds& operator=(const HandlerKinds&) = delete;

    /// Puts them into `kinds`, if a loaded module with Python defines an entity that could be a
    /// resource; only then Python starts. Throws ModelError.
    void add_to(
        ResourceKinds& kinds,
        const Model& model,
        const PythonPlugins& python,
        Host& host,
        Keepers keepers
    );

private:
    std::deque<PromiseType> types_;
};

} // namespace vow::inmanta
