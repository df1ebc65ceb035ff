#include "agent/pull/pull_status.h"

#include "agent/exit_status.h"
#include "protocol/text/shown_text.h"
#include "protocol/text/utc_time.h"

namespace vow::agent {
namespace {

std::string time_text(std::int64_t time) {
    return utc_text(std::chrono::sys_seconds(std::chrono::seconds(time)));
}

Data version_of(const std::optional<Offer>& offer) {
    if (!offer) return {};
    return Data::object(
        {{"bundle", Data::string(offer->bundle)},
         {"digest", Data::string(offer->digest)},
         {"target", Data::string(offer->target)}}
    );
}

Data status_document(const PullState& state, const PullSettings& settings) {
    Data::Array bad;
    bad.reserve(state.bad.size());
    for (const BadRelease& each : state.bad)
        bad.push_back(Data::object(
            {{"bundle", Data::string(each.bundle)},
             {"digest", Data::string(each.digest)},
             {"why", Data::string(each.why)},
             {"time", Data::string(time_text(each.time))}}
        ));
    const LastPull& last = state.last;
    const Data last_pull = Data::object(
        {{"time", Data::string(time_text(last.time))},
         {"exit_status", Data::integer(last.exit_status)},
         {"run_status", last.run_status ? Data::integer(*last.run_status) : Data()},
         {"rule", last.rule.empty() ? Data() : Data::string(last.rule)},
         {"message", last.message.empty() ? Data() : Data::string(last.message)}}
    );
    return Data::object(
        {{"source", Data::string(settings.source)},
         {"good", version_of(state.good)},
         {"trying", version_of(state.candidate)},
         {"previous", version_of(state.previous)},
         {"bad", Data::array(std::move(bad))},
         {"pinned", state.pinned.empty() ? Data() : Data::string(state.pinned)},
         {"last", last.time == 0 ? Data() : last_pull},
         {"repository", state.repository}}
    );
}

std::string version_line(const std::string& name, const std::optional<Offer>& offer) {
    if (!offer) return {};
    return name + offer->bundle + "  " + offer->digest + "  (" + offer->target + ")\n";
}

std::string status_text(const PullState& state, const PullSettings& settings) {
    std::string text = "source:    " + settings.source + "\n";
    text += version_line("good:      ", state.good);
    text += version_line("trying:    ", state.candidate);
    text += version_line("previous:  ", state.previous);
    if (!state.pinned.empty()) text.append("pinned:    ").append(state.pinned).append("\n");
    for (const BadRelease& bad : state.bad) {
        text.append("bad:       ").append(bad.bundle).append("  ").append(bad.digest);
        text.append("\n           ").append(time_text(bad.time)).append(": ");
        text.append(bad.why).append("\n");
    }
    for (const auto& [role, content] : state.repository.members()) {
        const Data* version = content.find("version");
        const Data* expires = content.find("expires");
        if (version == nullptr || expires == nullptr) continue;
        std::string name = role + ":";
        name.resize(11, ' ');
        text.append(name).append("version ").append(version->text());
        text.append(", expires ").append(expires->text()).append("\n");
    }
    const LastPull& last = state.last;
    if (last.time == 0) return text + "last pull: none\n";
    text +=
        "last pull: " + time_text(last.time) + ", exit status " + std::to_string(last.exit_status);
    if (last.run_status) text += ", its run " + std::to_string(*last.run_status);
    text += "\n";
    if (!last.message.empty()) text += "           " + last.message + "\n";
    return text;
}

} // namespace

int show_pull_status(
    const PullState& state, const PullSettings& settings, Output& output, bool is_json
) {
    output.write(
        is_json ? shown_json(json_text(status_document(state, settings))) + "\n"
                : shown(status_text(state, settings), LineEnds::kept)
    );
    const ExitStatus status = state.last.time == 0          ? ExitStatus::stale
                              : state.last.exit_status == 0 ? ExitStatus::success
                                                            : ExitStatus::not_kept;
    return output.finished(number_of(status), "standard output");
}

} // namespace vow::agent
