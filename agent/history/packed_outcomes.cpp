#include "agent/history/packed_outcomes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace vow::agent {
namespace {

constexpr std::size_t block_size = 65'536; // bytes

constexpr std::array text_members = {
    &PackedOutcome::type,
    &PackedOutcome::promiser,
    &PackedOutcome::place,
    &PackedOutcome::bundle,
    &PackedOutcome::handle,
    &PackedOutcome::result,
    &PackedOutcome::reason,
    &PackedOutcome::changes};

/// Precedes the texts of an outcome, which follow each other.
struct Header {
    std::array<std::uint32_t, text_members.size()> sizes = {};
    std::int32_t pass = 0;
    bool is_handled = false;
    std::int64_t duration = 0; ///< microseconds
};

Header header_at(const std::string& block, std::size_t offset) {
    Header header;
    std::memcpy(&header, block.data() + offset, sizeof header);
    return header;
}

} // namespace

std::size_t PackedOutcome::bytes() const {
    std::size_t sum = 0;
    for (const auto text : text_members)
        sum += (this->*text).size();
    return sum;
}

RecordedOutcome PackedOutcome::unpacked() const {
    RecordedOutcome outcome{
        .promise = {std::string(type), std::string(promiser), std::string(place)},
        .bundle = std::string(bundle),
        .handle = std::string(handle),
        .pass = pass,
        .result = std::string(result),
        .is_handled = is_handled,
        .duration = duration};
    if (!reason.empty()) outcome.reason = stored_data(reason);
    if (!changes.empty()) outcome.changes = stored_data(changes);
    return outcome;
}

PackedOutcomes::PackedOutcomes(std::initializer_list<RecordedOutcome> outcomes) {
    for (const RecordedOutcome& outcome : outcomes)
        add(outcome);
}

void PackedOutcomes::add(const RecordedOutcome& outcome) {
    const std::string reason = outcome.reason ? json_text(*outcome.reason) : "";
    const std::string changes = outcome.changes.size() > 0 ? json_text(outcome.changes) : "";
    add(PackedOutcome{
        .type = outcome.promise.type,
        .promiser = outcome.promise.promiser,
        .place = outcome.promise.place,
        .bundle = outcome.bundle,
        .handle = outcome.handle,
        .result = outcome.result,
        .reason = reason,
        .changes = changes,
        .pass = outcome.pass,
        .is_handled = outcome.is_handled,
        .duration = outcome.duration});
}

void PackedOutcomes::add(const PackedOutcome& outcome) {
    const std::size_t size = sizeof(Header) + outcome.bytes();
    if (blocks_.empty() || blocks_.back().size() + size > blocks_.back().capacity()) {
        blocks_.emplace_back();
        blocks_.back().reserve(std::max(block_size, size));
    }
    Header header{
        .pass = outcome.pass,
        .is_handled = outcome.is_handled,
        .duration = outcome.duration.count()};
    for (std::size_t at = 0; at < text_members.size(); ++at)
        header.sizes[at] = static_cast<std::uint32_t>((outcome.*text_members[at]).size());
    std::string& block = blocks_.back();
    block.append(reinterpret_cast<const char*>(&header), sizeof header);
    for (const auto text : text_members)
        block += outcome.*text;
    ++count_;
}

PackedOutcome PackedOutcomes::Iterator::operator*() const {
    const Header header = header_at(*block_, offset_);
    PackedOutcome outcome{
        .pass = header.pass,
        .is_handled = header.is_handled,
        .duration = std::chrono::microseconds(header.duration)};
    std::size_t begin = offset_ + sizeof header;
    for (std::size_t at = 0; at < text_members.size(); ++at) {
        outcome.*text_members[at] = std::string_view(*block_).substr(begin, header.sizes[at]);
        begin += header.sizes[at];
    }
    return outcome;
}

PackedOutcomes::Iterator& PackedOutcomes::Iterator::operator++() {
    offset_ += sizeof(Header) + (**this).bytes();
    if (offset_ == block_->size()) {
        ++block_;
        offset_ = 0;
    }
    return *this;
}

} // namespace vow::agent
