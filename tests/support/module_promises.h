#pragma once

#include "protocol/client/module_host.h"
#include "tests/support/recording_listener.h"
#include "tests/support/source_folder.h"

#include <string>
#include <utility>

namespace vow::tests {

/// The path of a module under tests/modules.
inline std::string module_path(const std::string& name) {
    return in_source_folder("tests/modules/" + name);
}

/// A promise of `type` that has a place and logs everything.
inline Promise
promise_of(const PromiseType& type, std::string promiser, Attributes attributes = {}) {
    return {
        .type = &type,
        .promiser = std::move(promiser),
        .attributes = std::move(attributes),
        .origin = {.file = "policy.cf", .line = 7},
        .terms = {.log_level = LogLevel::debug}};
}

/// Has the keeper keep a promise, and waits for the outcome.
inline RecordingListener keep(PromiseKeeper& keeper, const Promise& promise) {
    RecordingListener listener;
    keeper.start(promise, listener);
    while (!listener.is_done() && keeper.wait({})) {
    }
    return listener;
}

} // namespace vow::tests
