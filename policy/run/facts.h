#pragma once

#include "protocol/data/data.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow {

using Fact = PlainValue;

/// Facts about this host: hard classes ("linux", "debian_12") and named values ("arch", for
/// `sys.arch`). Facts come in groups that are discovered when one of their names is needed.
class Facts {
public:
    virtual ~Facts() = default;
    virtual bool is_class(std::string_view name) = 0;
    /// Null for an unknown fact. Valid as long as the facts are.
    virtual const Fact* find(std::string_view name) = 0;
    /// The keys of an array fact, sorted: find("ipv4[eth0]") is the element of "ipv4" at "eth0".
    virtual std::vector<std::string> keys(std::string_view /*name*/) { return {}; }
    /// Runs every group. Sorted.
    virtual std::vector<std::string> all_classes() = 0;
    virtual std::vector<std::string> all_names() = 0;
};

} // namespace vow
