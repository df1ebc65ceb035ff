#pragma once

#include "protocol/promise/keeper.h"

#include <utility>

namespace vow {

/// Passes everything on to another listener. A listener that stands between a keeper and the real
/// one derives from it and changes its own part, so that nothing it does not know of gets lost.
class ForwardingListener : public PromiseListener {
public:
    /// Borrows the listener.
    explicit ForwardingListener(PromiseListener& next) : next_(next) {}

    void log(LogLevel level, std::string_view line) override { next_.log(level, line); }
    void learn_secrets(const Data& values) override { next_.learn_secrets(values); }
    void progress(int percent, std::string_view text) override { next_.progress(percent, text); }
    void done(Outcome outcome) override { next_.done(std::move(outcome)); }
    bool is_live() const override { return next_.is_live(); }
    bool is_full() const override { return next_.is_full(); }

    PromiseListener& next() const { return next_; }

private:
    PromiseListener& next_;
};

/// Passes on to another keeper what is not about single promises. A keeper in front of another one
/// derives from it: promises and waiting are its own part.
class ForwardingKeeper : public PromiseKeeper {
public:
    /// Borrows the keeper.
    explicit ForwardingKeeper(PromiseKeeper& next) : next_(next) {}
    ForwardingKeeper(const ForwardingKeeper&) = delete;
    ForwardingKeeper& operator=(const ForwardingKeeper&) = delete;

    Clock::time_point now() const override { return next_.now(); }
    void end_isolation(std::uint64_t isolation) override { next_.end_isolation(isolation); }
    Overlap overlap(const PromiseType& type) const override { return next_.overlap(type); }
    bool is_free(const PromiseType& type) const override { return next_.is_free(type); }
    void expect(std::span<const PromiseType* const> types) override { next_.expect(types); }
    void note_change() override { next_.note_change(); }

protected:
    PromiseKeeper& next() const { return next_; }

private:
    PromiseKeeper& next_;
};

} // namespace vow
