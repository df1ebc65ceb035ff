#pragma once

#include <vector>

namespace vow::harness {

/// While it lives, processes whose parent has ended become this process's children: so what a
/// module leaves behind is found wherever it went, in another group or another session too.
/// What was adopted is killed in the end. One at a time, since it is the process that adopts.
class Adoption {
public:
    Adoption();
    Adoption(const Adoption&) = delete;
    Adoption& operator=(const Adoption&) = delete;
    ~Adoption();

    /// Those that live, but for `module`, which is a child by birth.
    std::vector<int> adopted(int module) const;

private:
    std::vector<int> children() const;

    std::vector<int> known_; ///< children that were there before
    bool was_adopting_;
};

} // namespace vow::harness
