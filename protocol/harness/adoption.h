#pragma once

#include <vector>

namespace vow::harness {

/// While it exists, processes whose parent has ended become children of this process (a subreaper):
/// so processes that a module leaves running are found, in other process groups and sessions too.
/// The destructor kills them. One at a time, since it is a property of the process.
class Adoption {
public:
    Adoption();
    Adoption(const Adoption&) = delete;
    Adoption& operator=(const Adoption&) = delete;
    ~Adoption();

    /// The living adopted processes; `module`, a child by birth, is excluded.
    std::vector<int> adopted(int module) const;

private:
    std::vector<int> children() const;

    std::vector<int> known_; ///< children that existed before
    bool was_adopting_;
};

} // namespace vow::harness
