#include "agent/trace/slowest.h"

#include "agent/report/reason.h"
#include "protocol/text/credentials.h"
#include "protocol/text/shown_text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>

namespace vow::agent {
namespace {

using std::chrono::nanoseconds;

constexpr std::string_view indent = "  ";

std::string seconds_text(nanoseconds duration) {
    std::array<char, 32> text{};
    std::snprintf(
        text.data(), text.size(), "%9.3f s", std::chrono::duration<double>(duration).count()
    );
    return text.data();
}

std::string padded(std::string word, std::size_t width) {
    if (word.size() < width) word.resize(width, ' ');
    return word;
}

std::string words_of(std::string_view result) {
    std::string words(result);
    std::ranges::replace(words, '_', ' ');
    return words;
}

} // namespace

void Slowest::receive(const Event& event) {
    const auto* done = std::get_if<PromiseDone>(&event);
    if (done == nullptr) return;
    const Promise& promise = done->promise;
    const nanoseconds duration = done->outcome.duration;
    Module& module = modules_[promise.type->name];
    module.duration += duration;
    ++module.promises;
    const auto place =
        std::ranges::upper_bound(slowest_, duration, std::greater(), &Timing::duration);
    if (slowest_.size() == count_ && place == slowest_.end()) return;
    std::string title = promise_text(promise.type->name, without_credentials(promise.promiser));
    if (const std::string where = place_text(promise.origin); !where.empty())
        title += " (" + where + ")";
    slowest_.insert(place, {duration, words_of(result_of(done->outcome)), std::move(title)});
    if (slowest_.size() > count_) slowest_.pop_back();
}

std::string Slowest::text(const Secrets& secrets) const {
    if (slowest_.empty()) return {};
    std::size_t width = 0;
    for (const Timing& timing : slowest_)
        width = std::max(width, timing.result.size());
    std::string text = "Slowest promises:\n";
    for (const auto& [duration, result, promise] : slowest_)
        text.append(indent)
            .append(seconds_text(duration))
            .append(indent)
            .append(padded(result, width))
            .append(indent)
            .append(shown(secrets.masked(promise)))
            .append("\n");
    std::vector<std::pair<std::string, Module>> modules(modules_.begin(), modules_.end());
    std::ranges::stable_sort(modules, [](const auto& one, const auto& other) {
        return one.second.duration > other.second.duration;
    });
    modules.resize(std::min(modules.size(), count_));
    text += "Slowest modules:\n";
    for (const auto& [type, module] : modules)
        text.append(indent)
            .append(seconds_text(module.duration))
            .append(indent)
            .append(shown(type))
            .append(module.promises == 1 ? ", 1 promise" : ", ")
            .append(module.promises == 1 ? "" : std::to_string(module.promises) + " promises")
            .append("\n");
    return text;
}

} // namespace vow::agent
