#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

namespace vow {

/// An immutable text that copies share, in one allocation, or none if it is empty. For values that
/// exist by the million, where a shared std::string takes 48 bytes more. Copies may be used by
/// several threads.
class SharedText {
public:
    SharedText() = default;
    /// Throws std::length_error for more than 4 GiB.
    explicit SharedText(std::string_view text);
    SharedText(const SharedText& other) noexcept : block_(other.block_) { add_owner(); }
    SharedText(SharedText&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
    SharedText& operator=(SharedText other) noexcept {
        std::swap(block_, other.block_);
        return *this;
    }
    ~SharedText() { remove_owner(); }

    /// Valid as long as any copy.
    std::string_view view() const;

private:
    struct Block;

    void add_owner() const noexcept;
    void remove_owner() noexcept;

    Block* block_ = nullptr; ///< null if the text is empty
};

} // namespace vow
