#include "policy/skopos/run/place.h"

#include "policy/skopos/plan/attribute_reader.h"

#include <algorithm>
#include <array>

namespace vow::skopos {
namespace {

constexpr std::array<std::string_view, 4> progress_words = {"due", "begun", "waits", "interrupted"};

Data number_data(std::size_t number) {
    return Data::integer(static_cast<std::int64_t>(number));
}

std::size_t number_from_data(const Data* data) {
    const auto number = data == nullptr ? std::nullopt : count_from(data->text());
    return static_cast<std::size_t>(number.value_or(0));
}

Data data_of(const Frame& frame) {
    std::vector<Data::Member> members = {
        {"at", number_data(frame.at)}, {"visits", frame.visits.data()}};
    if (frame.index) {
        members.emplace_back("index", Data::integer(*frame.index));
        members.emplace_back("end", Data::integer(frame.end));
    }
    return Data::object(std::move(members));
}

Frame frame_from(const Data& data) {
    Frame frame{.at = number_from_data(data.find("at"))};
    if (const Data* visits = data.find("visits")) frame.visits = Visits::from(*visits);
    if (const Data* index = data.find("index")) {
        frame.index = static_cast<std::int64_t>(number_from_data(index));
        frame.end = static_cast<std::int64_t>(number_from_data(data.find("end")));
    }
    return frame;
}

} // namespace

int Visits::add(std::size_t position) {
    if (position >= reached_) {
        for (; reached_ < position; ++reached_)
            others_[reached_] = 0;
        ++reached_;
        return 1;
    }
    const auto count = others_.emplace(position, 1).first;
    return ++count->second;
}

Data Visits::data() const {
    std::vector<Data::Member> others;
    for (const auto& [position, count] : others_)
        others.emplace_back(std::to_string(position), Data::integer(count));
    return Data::object(
        {{"reached", number_data(reached_)}, {"others", Data::object(std::move(others))}}
    );
}

Visits Visits::from(const Data& data) {
    Visits visits;
    visits.reached_ = number_from_data(data.find("reached"));
    const Data* others = data.find("others");
    if (others == nullptr) return visits;
    for (const auto& [position, count] : others->members()) {
        visits.others_[static_cast<std::size_t>(count_from(position).value_or(0))] =
            static_cast<int>(number_from_data(&count));
    }
    return visits;
}

void EndedSteps::add(std::size_t number) {
    auto next = ranges_.upper_bound(number);
    if (next != ranges_.begin()) {
        const auto before = std::prev(next);
        if (number < before->second) return;
        if (number == before->second) {
            before->second = number + 1;
            if (next == ranges_.end() || next->first != before->second) return;
            before->second = next->second;
            ranges_.erase(next);
            return;
        }
    }
    std::size_t end = number + 1;
    if (next != ranges_.end() && next->first == end) {
        end = next->second;
        ranges_.erase(next);
    }
    ranges_[number] = end;
}

std::size_t EndedSteps::size() const {
    std::size_t count = 0;
    for (const auto& [begin, end] : ranges_)
        count += end - begin;
    return count;
}

Data EndedSteps::data() const {
    Data::Array bounds;
    for (const auto& [begin, end] : ranges_) {
        bounds.push_back(number_data(begin));
        bounds.push_back(number_data(end));
    }
    return Data::array(std::move(bounds));
}

EndedSteps EndedSteps::from(const Data& data) {
    EndedSteps steps;
    for (std::size_t at = 0; at + 1 < data.size(); at += 2)
        steps.ranges_[number_from_data(data.at(at))] = number_from_data(data.at(at + 1));
    return steps;
}

Data data_of(const Place& place) {
    Data::Array frames;
    for (const Frame& frame : place.frames)
        frames.push_back(data_of(frame));
    const auto progress = progress_words.at(static_cast<std::size_t>(place.progress));
    return Data::object(
        {{"frames", Data::array(std::move(frames))},
         {"progress", Data::string(progress)},
         {"instances", place.instances.data()},
         {"passed", number_data(place.passed)},
         {"failed", number_data(place.failed)},
         {"ended", place.ended.data()}}
    );
}

std::optional<Place> place_from(const Data& data) {
    const Data* frames = data.find("frames");
    const Data* progress = data.find("progress");
    if (frames == nullptr || frames->size() == 0 || progress == nullptr) return std::nullopt;
    const auto word = std::ranges::find(progress_words, progress->text());
    if (word == progress_words.end()) return std::nullopt;
    Place place;
    place.frames.clear();
    for (const Data& frame : frames->items())
        place.frames.push_back(frame_from(frame));
    place.progress = static_cast<Place::Progress>(word - progress_words.begin());
    if (const Data* instances = data.find("instances"))
        place.instances = Instances::from(*instances);
    place.passed = number_from_data(data.find("passed"));
    place.failed = number_from_data(data.find("failed"));
    if (const Data* ended = data.find("ended")) place.ended = EndedSteps::from(*ended);
    return place;
}

} // namespace vow::skopos
