#include "agent/fleet/live/terminal.h"

#include "protocol/text/shown_text.h"

#include <algorithm>
#include <cstdio>

#include <unistd.h>

namespace vow::agent {

void print_table(const std::vector<std::vector<std::string>>& lines) {
    std::vector<std::size_t> widths;
    for (const auto& line : lines) {
        widths.resize(std::max(widths.size(), line.size()));
        for (std::size_t i = 0; i < line.size(); ++i)
            widths[i] = std::max(widths[i], shown(line[i]).size());
    }
    for (const auto& line : lines) {
        std::string text;
        for (std::size_t i = 0; i < line.size(); ++i) {
            const std::string cell = shown(line[i]);
            text += cell;
            if (i + 1 < line.size()) text.append(widths[i] - cell.size() + 2, ' ');
        }
        std::puts(text.c_str());
    }
}

void print_line(const std::string& line) {
    std::puts(shown(line).c_str());
}

void print_document(const Data& data) {
    std::puts(shown_json(json_text(data)).c_str());
}

namespace {

constexpr std::size_t bar_width = 40;

std::string counts_text(const RolloutCount& count) {
    std::string text = std::to_string(count.healthy) + " healthy, " +
                       std::to_string(count.pending) + " pending, " + std::to_string(count.bad) +
                       " bad, " + std::to_string(count.silent) + " silent";
    if (count.back > 0) text += ", " + std::to_string(count.back) + " back";
    return text;
}

std::string words_of(Rollout::State state) {
    std::string words(name_of(state));
    std::ranges::replace(words, '_', ' ');
    return words;
}

std::string hosts_text(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " host" : " hosts");
}

/// '#' healthy, 'x' bad, '<' back, '?' silent, '.' pending: each that there is has a letter.
std::string bar_of(const RolloutCount& count) {
    if (count.hosts == 0) return std::string(bar_width, ' ');
    std::string bar;
    const auto add = [&](std::size_t hosts, char letter) {
        const std::size_t letters = hosts * bar_width / count.hosts;
        bar.append(hosts > 0 ? std::max<std::size_t>(letters, 1) : 0, letter);
    };
    add(count.bad, 'x');
    add(count.back, '<');
    add(count.silent, '?');
    add(count.pending, '.');
    const std::size_t rest = bar.size() < bar_width ? bar_width - bar.size() : 0;
    return std::string(rest, count.healthy > 0 ? '#' : '.') + bar;
}

/// The hosts of one wave, as if it were open alone.
RolloutCount
count_of_wave(const Rollout& rollout, std::size_t wave, const std::vector<RolloutHost>& hosts) {
    const int begin = wave == 0 ? 0 : rollout.plan.waves[wave - 1];
    const int end = rollout.plan.waves[wave];
    std::vector<RolloutHost> own;
    for (const RolloutHost& host : hosts) {
        const int position = position_of(host.id, rollout.plan.id);
        if (position >= begin && position < end) own.push_back(host);
    }
    Rollout open = rollout;
    open.wave = wave;
    return count_of(open, own);
}

} // namespace

std::string line_of(const Rollout& rollout, const RolloutCount& count) {
    std::string text = rollout.plan.id + ": " + words_of(rollout.state) + ", wave " +
                       std::to_string(rollout.wave + 1) + " of " +
                       std::to_string(rollout.plan.waves.size()) + " (" +
                       parts_text(rollout.plan.waves[rollout.wave]) + "), " +
                       hosts_text(count.hosts) + ": " + counts_text(count);
    if (!rollout.reason.empty()) text += "; " + rollout.reason;
    return text;
}

std::string view_of(const Rollout& rollout, const std::vector<RolloutHost>& hosts) {
    std::string text = rollout.plan.id + ": " + words_of(rollout.state) + "\n";
    for (std::size_t wave = 0; wave < rollout.plan.waves.size(); ++wave) {
        const RolloutCount count = count_of_wave(rollout, wave, hosts);
        const bool is_open = rollout.state != Rollout::State::waiting && wave <= rollout.wave;
        std::string part = parts_text(rollout.plan.waves[wave]);
        part.insert(0, part.size() < 5 ? 5 - part.size() : 0, ' ');
        text += "  wave " + std::to_string(wave + 1) + part + " [" +
                (is_open ? bar_of(count) : std::string(bar_width, ' ')) + "] " +
                hosts_text(count.hosts) + (is_open ? ": " + counts_text(count) : ", not open") +
                "\n";
    }
    const RolloutCount all = count_of(rollout, hosts);
    if (!all.first_reason.empty()) text += "  first: " + shown(all.first_reason) + "\n";
    if (!rollout.reason.empty()) text += "  " + shown(rollout.reason) + "\n";
    return text;
}

bool Redrawing::is_on_terminal() {
    return ::isatty(STDOUT_FILENO) != 0;
}

void Redrawing::show(const std::string& text) {
    if (text == last_) return;
    const auto lines = std::ranges::count(last_, '\n');
    // Up to the first line of the text before, and nothing below it.
    if (is_on_terminal() && lines > 0) std::printf("\x1b[%tdA\x1b[J", lines);
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
    last_ = text;
}

} // namespace vow::agent
