#include "protocol/data/shared_text.h"

#include <atomic>
#include <cstring>
#include <limits>
#include <new>
#include <stdexcept>

namespace vow {

/// Precedes the bytes of the text.
struct SharedText::Block {
    std::atomic<std::uint32_t> owners;
    std::uint32_t size;
};

SharedText::SharedText(std::string_view text) {
    if (text.empty()) return;
    if (text.size() > std::numeric_limits<std::uint32_t>::max())
        throw std::length_error("a text has more than 4 GiB");
    void* const memory = ::operator new(sizeof(Block) + text.size());
    block_ = new (memory) Block{{1}, static_cast<std::uint32_t>(text.size())};
    std::memcpy(static_cast<char*>(memory) + sizeof(Block), text.data(), text.size());
}

std::string_view SharedText::view() const {
    if (block_ == nullptr) return "";
    return {reinterpret_cast<const char*>(block_ + 1), block_->size};
}

void SharedText::add_owner() const noexcept {
    if (block_ != nullptr) block_->owners.fetch_add(1, std::memory_order_relaxed);
}

void SharedText::remove_owner() noexcept {
    if (block_ == nullptr || block_->owners.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    block_->~Block();
    ::operator delete(block_);
}

} // namespace vow
