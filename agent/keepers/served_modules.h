#pragma once

#include "modules/bundled.h"
#include "protocol/promise/promise.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace vow::agent {

/// The words that start the program of a bundled module: its path, next to our own program in a
/// build folder, or in ../libexec/vow from there once installed, and the argument that chooses the
/// module. Empty if it is in neither place.
std::vector<std::string> program_words(const modules::BundledModule& module);

/// "The module 'http' is a program of its own, ...": explains that it is missing, with a remedy.
std::string absence_of_program(const modules::BundledModule& module);

/// Decides which promises of bundled modules are kept in a process of their own, so that they block
/// nothing, and can be cancelled: those that may start programs or wait, and all in an isolation.
/// The processes are the agent's own, and start with their first promise.
class ServedModules {
public:
    enum class Serving {
        where_it_blocks,
        never ///< the reference keeps everything itself, one promise after the other
    };

    /// `arguments` are those of `vow module serve` for all of them.
    ServedModules(Serving serving, std::vector<std::string> arguments)
        : serving_(serving),
          arguments_(std::move(arguments)) {}

    /// The type whose process keeps a promise of a bundled type; null if it is kept inside the
    /// agent. Valid until forget() is called for its isolation.
    const PromiseType* type_for(const Promise& promise);
    /// The same for a bundled type that has had a promise; otherwise null.
    const PromiseType* begun(const PromiseType& type) const;
    /// Nothing of an isolation is needed any more.
    void forget(std::uint64_t isolation);

private:
    bool is_served(const PromiseType& type) const;
    const PromiseType& served(const PromiseType& type);

    Serving serving_;
    std::vector<std::string> arguments_;
    /// By isolation and name.
    std::map<std::pair<std::uint64_t, std::string>, PromiseType> types_;
};

} // namespace vow::agent
