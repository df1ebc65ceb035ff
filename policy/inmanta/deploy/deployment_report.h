#pragma once

#include "policy/inmanta/deploy/resource_result.h"
#include "policy/inmanta/export/resource.h"
#include "policy/run/observer.h"

#include <chrono>
#include <string>
#include <vector>

namespace vow::inmanta {

/// Sends the events and lines of a resource, which is a scope of the run.
class ResourceReport {
public:
    /// Borrows the resource and the observer. `scope` is the resource's own.
    ResourceReport(const Resource& resource, ScopeId scope, Observer& observer);

    /// `requirements` are ids.
    void begin(const std::vector<std::string>& requirements);
    void end(const ResourceResult& result);
    /// Of the promises that keep the resource.
    const Origin& origin() const { return origin_; }

private:
    void begin_scope();
    void end_scope(const ResourceResult& result);
    void send_unavailable(const std::string& reason);
    void send_obstacle(const ResourceResult& result);
    void log_end(const ResourceResult& result);
    void log(LogLevel level, const std::string& text);
    void send(std::string_view name, std::vector<Data::Member> members);

    const Resource& resource_;
    Observer& observer_;
    Origin origin_;
    bool is_begun_ = false;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

} // namespace vow::inmanta
