#pragma once

#include "policy/skopos/plan/plan.h"
#include "protocol/data/data.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace vow::skopos {

/// The instances of components: the old ones, which ran when the run began, and the new ones, which
/// it has created. An instance has an index, counted from 0, as long as it exists; others may be
/// free. `which` is never Selector::target.
class Instances {
public:
    /// Null if no instance has that index.
    const Data* at(std::string_view component, Selector which, std::int64_t index) const;
    /// The existing ones, by index.
    Data::Array all(std::string_view component, Selector which) const;
    /// One more than the highest index of an instance; 0 without instances.
    std::int64_t end(std::string_view component, Selector which) const;

    void fill(std::string_view component, Selector which, std::int64_t index, Data instance);
    /// Members "index" give the places; others follow each other.
    void replace(std::string_view component, Selector which, const Data& instances);
    void remove(std::string_view component, Selector which, std::int64_t index);
    void remove_all(std::string_view component, Selector which);

    Data data() const;
    static Instances from(const Data& data);

private:
    struct Lists {
        Data::Array old_ones, new_ones; ///< null where no instance is
    };

    const Data::Array* list(std::string_view component, Selector which) const;
    Data::Array& list_to_change(std::string_view component, Selector which);

    std::map<std::string, Lists, std::less<>> components_;
};

} // namespace vow::skopos
