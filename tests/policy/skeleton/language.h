#pragma once

#include "policy/run/language.h"
#include "policy/source/source_text.h"

#include <deque>
#include <memory>
#include <string>

namespace vow::skeleton {

/// A walking skeleton: a policy language with ten lines of grammar (syntax.h), built only on
/// policy/run and policy/source. docs/adding.md explains it step by step.
class SkeletonLanguage final : public Language {
public:
    std::unique_ptr<Policy>
    load(const std::string& path, World& world, Diagnostics& diagnostics) override;
    bool can_resume() const override { return true; }

private:
    std::deque<SourceText> sources_; ///< policies and diagnostics point into them
};

} // namespace vow::skeleton
