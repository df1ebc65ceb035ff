#pragma once

#include "modules/sdk/cpp/module.h"

namespace vow::modules {

/// Keeps `files` promises: existence, content and permissions of one file, or of the files in a
/// tree. Editing is not its business: it is given the edited text (see README.md, "edited").
class FilesModule : public Module {
public:
    std::string_view name() const override { return "files"; }
    std::string_view version() const override { return "1.0"; }
    std::span<const std::string_view> promise_types() const override;
    Validity validate(const Promise& promise, Log& log) override;
    Outcome evaluate(const Promise& promise, Log& log) override;
};

} // namespace vow::modules
