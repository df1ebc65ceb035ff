#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace vow::modules {

/// The copies of a run, as far as later promises need them.
class CopyHistory {
public:
    /// Whether a copy was made, or found up to date, that is made once a run.
    bool has(const std::string& copy) const { return once_.contains(copy); }
    void add(const std::string& copy) { once_.insert(copy); }

    /// A class of the promise that is being kept.
    void define(std::string name) { classes_.push_back(std::move(name)); }
    std::vector<std::string> take_classes() { return std::exchange(classes_, {}); }

private:
    std::set<std::string> once_;
    std::vector<std::string> classes_;
};

} // namespace vow::modules
