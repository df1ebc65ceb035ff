#pragma once

#include "policy/inmanta/deploy/resource_result.h"
#include "policy/inmanta/export/resource.h"
#include "policy/run/observer.h"

#include <chrono>
#include <string>
#include <vector>

namespace vow::inmanta {

/// Sends the events and lines of a resource.
class ResourceReport {
public:
    /// Borrows both.
    ResourceReport(const Resource& resource, Observer& observer)
        : resource_(resource),
          observer_(observer) {}

    /// `requirements` are ids.
    void begin(const std::vector<std::string>& requirements);
    void end(const ResourceResult& result);

private:
    void log_end(const ResourceResult& result);
    void log(LogLevel level, const std::string& text);
    void send(std::string_view name, std::vector<Data::Member> members);

    const Resource& resource_;
    Observer& observer_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

} // namespace vow::inmanta
