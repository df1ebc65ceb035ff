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
        paths_.followers.resize(chain.size());
        paths_.can_end.resize(chain.size());
        paths_.can_pass = chain.empty();
    }

    ChainPaths walk() {
        if (!chain_.empty()) reach(0);
        while (!due_.empty()) {
            const std::size_t at = due_.back();
            due_.pop_back();
            const Results results = results_of(chain_[at]);
            // The steps inside of one that never ends are reported themselves.
            if (!results.can_pass && !results.can_fail) paths_.can_end[at] = true;
            if (results.can_pass) follow(at, chain_[at].on_pass);
            if (results.can_fail) follow(at, chain_[at].on_fail);
        }
        return paths_;
    }

private:
    void lead(std::size_t from, std::size_t at) {
        paths_.followers[from].push_back(at);
        reach(at);
    }

    void reach(std::size_t at) {
        if (paths_.is_reached[at]) return;
        paths_.is_reached[at] = true;
        due_.push_back(at);
    }

    void follow(std::size_t at, const Flow& flow) {
        switch (flow.label) {
        case Flow::Label::pass: return pass(at);
        case Flow::Label::fail: return fail(at);
        case Flow::Label::step: return lead(at, flow.target);
        case Flow::Label::next: break;
        }
        const std::size_t next = at + 1;
        const bool is_last =
            next == chain_.size() || (!is_top_ && chain_[next].is_cleanup != chain_[at].is_cleanup);
        if (!is_last) return lead(at, next);
        const bool fails = chain_[at].is_cleanup && !is_top_;
        fails ? fail(at) : pass(at);
    }

    void pass(std::size_t at) { paths_.can_pass = paths_.can_end[at] = true; }
    void fail(std::size_t at) { paths_.can_fail = paths_.can_end[at] = true; }

    const Chain& chain_;
    bool is_top_;
    std::vector<std::size_t> due_;
    ChainPaths paths_;
};

} // namespace

ChainPaths paths_of(const Chain& chain, bool is_top) {
    return ChainWalk(chain, is_top).walk();
}

std::optional<std::size_t> endless_step(const Chain& chain, bool is_top) {
    ChainPaths paths = paths_of(chain, is_top);
    std::vector<std::vector<std::size_t>> predecessors(chain.size());
    std::vector<std::size_t> ends;
    for (std::size_t at = 0; at < chain.size(); ++at) {
        if (paths.can_end[at]) ends.push_back(at);
        for (const std::size_t next : paths.followers[at])
            predecessors[next].push_back(at);
    }
    while (!ends.empty()) {
        const std::size_t end = ends.back();
        ends.pop_back();
        for (const std::size_t at : predecessors[end]) {
            if (paths.can_end[at]) continue;
            paths.can_end[at] = true;
            ends.push_back(at);
        }
    }
    for (std::size_t at = 0; at < chain.size(); ++at) {
        if (paths.is_reached[at] && !paths.can_end[at]) return at;
    }
    return std::nullopt;
}

} // namespace vow::skopos
