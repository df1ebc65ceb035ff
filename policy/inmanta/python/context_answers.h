#pragma once

#include "policy/inmanta/python/helper.h"
#include "policy/inmanta/types/plugin.h"

#include <string>
#include <vector>

namespace vow::inmanta {

/// Answers Python's questions from the model, and keeps the cell of the last value that is unset.
class ContextAnswers final : public ModelAnswers {
public:
    /// Borrows both. Without a model, nothing makes instances.
    explicit ContextAnswers(PluginContext& context, const Model* model = nullptr)
        : context_(context),
          model_(model) {}

    Found attribute(Object& instance, const std::string& name) override;
    Value description(Object& instance) override;
    Found entity(const std::string& name) override;
    Found name(const std::string& name) override;
    Found call(const std::string& plugin, std::vector<Value> arguments) override;
    Found make(const std::string& entity, const Dict& attributes) override;
    Found fact(const std::string& id, const std::string& name) override;
    Value native_plugins() override { return context_.native_plugins(); }
    void keep_secret(const Value& value) override { context_.keep_secret(value); }

    Cell* unset() const { return unset_; } ///< null while all values were set

private:
    template <class Work>
    Found answered(Work work);

    PluginContext& context_;
    const Model* model_;
    Cell* unset_ = nullptr;
};

/// The value of a reply. Throws UnsetAttribute for one that waits for an unset value of `answers`,
/// and ModelError.
Value value_or_throw(
    const std::string& plugin, PythonHelper::Reply reply, const ContextAnswers& answers
);

/// The error of a call that failed in Python.
ModelError python_error(const std::string& plugin, const PythonFailure& failure);

} // namespace vow::inmanta
