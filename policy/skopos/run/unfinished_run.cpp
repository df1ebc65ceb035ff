#include "policy/skopos/run/unfinished_run.h"

#include "policy/skopos/plan/attribute_reader.h"
#include "protocol/data/conversion.h"

namespace vow::skopos {
namespace {

constexpr const char* head_space = "skopos_run";
constexpr const char* place_space = "skopos_place";

} // namespace

UnfinishedRun::UnfinishedRun(State& state, const std::string& project, const std::string& plan)
    : state_(state),
      key_(project + "\n" + plan) {}

bool UnfinishedRun::exclude_others() {
    const LockTerms terms{
        .if_elapsed = std::chrono::minutes(0), .holders = LockTerms::Holders::process_alone};
    return state_.take_lock(LockName("skopos " + key_), terms) == LockAnswer::taken;
}

std::optional<RunHead> UnfinishedRun::head() const {
    const auto data = state_.document(head_space, key_);
    if (!data) return std::nullopt;
    const Data* digest = data->find("plan");
    const Data* options = data->find("options");
    const Data* descriptors = data->find("descriptors");
    if (digest == nullptr || options == nullptr || descriptors == nullptr) return std::nullopt;
    const Data* process = data->find("process");
    RunHead head{
        .process = process == nullptr ? 0 : count_from(process->text()).value_or(0),
        .plan_digest = std::string(digest->text()),
        .options = *options,
        .descriptors = descriptors_from(*descriptors)};
    if (const Data* folders = data->find("plugins")) {
        for (const Data& folder : folders->items())
            head.plugin_folders.emplace_back(folder.text());
    }
    return head;
}

std::optional<Place> UnfinishedRun::place() const {
    const auto data = state_.document(place_space, key_);
    return data ? place_from(*data) : std::nullopt;
}

bool UnfinishedRun::store(const RunHead& head, const Place& place) {
    std::vector<DocumentChange> changes = {{place_space, key_, data_of(place)}};
    if (!has_head_) {
        changes.push_back(
            {head_space,
             key_,
             Data::object(
                 {{"process", Data::integer(head.process)},
                  {"plan", Data::string(head.plan_digest)},
                  {"options", head.options},
                  {"plugins", array_of(head.plugin_folders)},
                  {"descriptors", data_of(head.descriptors)}}
             )}
        );
    }
    has_head_ = state_.change_durably(changes) == Documents::Stored::yes;
    return has_head_;
}

void UnfinishedRun::forget() {
    state_.change_durably({{place_space, key_, std::nullopt}, {head_space, key_, std::nullopt}});
    has_head_ = false;
}

} // namespace vow::skopos
