#include "protocol/harness/conformance/endurance.h"

#include <algorithm>
#include <filesystem>

namespace vow::harness {
namespace {

namespace fs = std::filesystem;
using wire::Operation;

constexpr int first_promises = 25; ///< to estimate the speed of the module
constexpr auto max_duration = std::chrono::seconds(10);
constexpr std::size_t parts = 5;

/// Sends promises, each for a new file if it is about one.
class EnduranceRun {
public:
    EnduranceRun(Dialogue& dialogue, const EnduranceSettings& settings)
        : dialogue_(dialogue),
          settings_(settings),
          is_about_file_(
              !settings.scratch.empty() &&
              settings.promise.promiser.starts_with(settings.scratch + "/")
          ) {}

    Endurance run() {
        const auto begin = Conversation::Clock::now();
        send(std::size_t{first_promises});
        const auto pace = (Conversation::Clock::now() - begin) / first_promises;
        const std::size_t most = settings_.requests / (evaluates() ? 2 : 1);
        const auto affordable = static_cast<std::size_t>(
            max_duration / std::max(pace, Conversation::Clock::duration(1))
        );
        endurance_.promises_at_once = std::max<std::size_t>(1, std::min(most, affordable) / parts);
        take_footprints(parts);
        if (keeps_growing(endurance_, &Footprint::memory, least_memory_growth(endurance_))) {
            endurance_.footprints.erase(
                endurance_.footprints.begin(), endurance_.footprints.end() - 1
            );
            take_footprints(parts - 1);
        }
        endurance_.promises = endurance_.promises_at_once * (parts - 1);
        return std::move(endurance_);
    }

private:
    bool evaluates() const {
        return settings_.operations == EnduranceSettings::Operations::validate_and_evaluate;
    }

    void take_footprints(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            send(endurance_.promises_at_once);
            const auto print = footprint_of(dialogue_.conversation().process_id());
            if (print) endurance_.footprints.push_back(*print);
        }
    }

    void send(std::size_t promises) {
        for (std::size_t i = 0; i < promises && endurance_.was_answered; ++i)
            send_next();
    }

    void send_next() {
        SentPromise promise = settings_.promise;
        std::string folder;
        if (is_about_file_) {
            folder = settings_.scratch + "/" + std::to_string(++number_);
            promise.promiser = folder + promise.promiser.substr(settings_.scratch.size());
            fs::create_directories(fs::path(promise.promiser).parent_path());
        }
        request(Operation::validate_promise, promise);
        if (evaluates() && endurance_.was_answered) request(Operation::evaluate_promise, promise);
        if (is_about_file_) fs::remove_all(folder);
    }

    void request(Operation operation, const SentPromise& promise) {
        endurance_.was_answered = dialogue_.send_request(operation, promise).is_whole();
    }

    Dialogue& dialogue_;
    const EnduranceSettings& settings_;
    bool is_about_file_;
    std::size_t number_ = 0; ///< of the last promise
    Endurance endurance_;
};

} // namespace

bool keeps_growing(const Endurance& endurance, std::size_t Footprint::*number, std::size_t least) {
    const auto& prints = endurance.footprints;
    if (prints.size() < parts) return false;
    for (std::size_t i = 1; i < prints.size(); ++i) {
        if (prints[i].*number < prints[i - 1].*number + least) return false;
    }
    return true;
}

std::size_t least_memory_growth(const Endurance& endurance) {
    constexpr std::size_t noise = 64'000; // while programs warm up
    return std::max(noise, 64 * endurance.promises_at_once);
}

Endurance endure(Dialogue& dialogue, const EnduranceSettings& settings) {
    return EnduranceRun(dialogue, settings).run();
}

} // namespace vow::harness
