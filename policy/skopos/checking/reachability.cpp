#include "policy/skopos/checking/reachability.h"

namespace vow::skopos {
namespace {

struct Results {
    bool can_pass, can_fail;
};

Results results_of(const Step& step) {
    if (step.as<Delay>() != nullptr) return {true, false};
    if (!step.is_holder()) return {true, true};
    const ChainPaths inside = paths_of(step.steps, false);
    // A loop may have no rounds.
    return {inside.can_pass || step.as<Loop>() != nullptr, inside.can_fail};
}

/// One walk through a chain.
class ChainWalk {
public:
    ChainWalk(const Chain& chain, bool is_top) : chain_(chain), is_top_(is_top) {
        paths_.is_reached.resize(chain.size());
        paths_.can_pass = chain.empty();
    }

    ChainPaths walk() {
        if (!chain_.empty()) reach(0);
        while (!due_.empty()) {
            const std::size_t at = due_.back();
            due_.pop_back();
            const Results results = results_of(chain_[at]);
            if (results.can_pass) follow(at, chain_[at].on_pass);
            if (results.can_fail) follow(at, chain_[at].on_fail);
        }
        return paths_;
    }

private:
    void reach(std::size_t at) {
        if (paths_.is_reached[at]) return;
        paths_.is_reached[at] = true;
        due_.push_back(at);
    }

    void follow(std::size_t at, const Flow& flow) {
        switch (flow.label) {
        case Flow::Label::pass: paths_.can_pass = true; return;
        case Flow::Label::fail: paths_.can_fail = true; return;
        case Flow::Label::step: return reach(flow.target);
        case Flow::Label::next: break;
        }
        const std::size_t next = at + 1;
        const bool is_last =
            next == chain_.size() || (!is_top_ && chain_[next].is_cleanup != chain_[at].is_cleanup);
        if (!is_last) return reach(next);
        const bool fails = chain_[at].is_cleanup && !is_top_;
        (fails ? paths_.can_fail : paths_.can_pass) = true;
    }

    const Chain& chain_;
    bool is_top_;
    std::vector<std::size_t> due_;
    ChainPaths paths_;
};

} // namespace

ChainPaths paths_of(const Chain& chain, bool is_top) {
    return ChainWalk(chain, is_top).walk();
}

} // namespace vow::skopos
