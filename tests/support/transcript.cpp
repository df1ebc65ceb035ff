#include "tests/support/transcript.h"

#include "tests/support/source_folder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>

namespace vow::tests {
namespace {

AttributeValue attribute_value(const Data& data) {
    if (data.kind() == Data::Kind::string) return std::string(data.text());
    const auto is_string = [](const Data& item) { return item.kind() == Data::Kind::string; };
    if (data.kind() == Data::Kind::array &&
        std::all_of(data.items().begin(), data.items().end(), is_string)) {
        std::vector<std::string> list;
        for (const Data& item : data.items())
            list.emplace_back(item.text());
        return list;
    }
    return data;
}

Terms::Policy policy_of(std::string_view word) {
    if (word == "warn") return Terms::Policy::warn;
    if (word == "nop") return Terms::Policy::nop;
    if (word == "dry_run") return Terms::Policy::dry_run;
    return Terms::Policy::fix;
}

Transcript::KeptPromise promise_from(const std::string& json) {
    const auto read = parse_json(json);
    const auto* data = std::get_if<Data>(&read);
    if (data == nullptr) throw std::runtime_error("no JSON: " + json);
    const auto text = [&](std::string_view name) {
        const Data* member = data->find(name);
        return std::string(member == nullptr ? "" : member->text());
    };
    auto type = std::make_unique<PromiseType>(PromiseType{.name = text("type")});
    Promise promise{
        .type = type.get(),
        .promiser = text("promiser"),
        .origin =
            {.file = text("file"), .line = static_cast<std::uint32_t>(std::stoul(text("line")))},
        .terms = {
            .policy = policy_of(text("policy")),
            .log_level = log_level_from(text("log_level")).value()}};
    for (const auto& [name, value] : data->find("attributes")->members())
        promise.attributes.set(name, attribute_value(value));
    return {.type = std::move(type), .promise = std::move(promise)};
}

/// Gathers lines into messages, and messages into the transcript.
class Reader {
public:
    explicit Reader(const std::string& path) { transcript_.path = path; }

    void read(const std::string& line) {
        const std::string text = line.size() > 2 ? line.substr(2) : "";
        if (line.starts_with('#')) return read_comment(text);
        if (!line.starts_with('>') && !line.starts_with('<')) {
            throw std::runtime_error(transcript_.path + ": '" + line + "'");
        }
        message_ += text + "\n";
        if (text.empty()) take_message(line.front());
    }
    Transcript take() { return std::move(transcript_); }

private:
    void read_comment(const std::string& text) {
        const std::string rest = text.substr(std::min(text.find(' ') + 1, text.size()));
        if (text.starts_with("promise ")) {
            transcript_.promises.push_back(promise_from(rest));
            is_in_promise_ = true;
        } else if (text.starts_with("log ")) {
            transcript_.promises.back().log.push_back(rest);
        } else if (text.starts_with("outcome ")) {
            transcript_.promises.back().outcome = rest;
            is_in_promise_ = false;
        }
    }

    void take_message(char who) {
        std::string message = std::exchange(message_, {});
        if (is_in_promise_) {
            Transcript::KeptPromise& kept = transcript_.promises.back();
            (who == '>' ? kept.requests : kept.replies).push_back(std::move(message));
        } else if (transcript_.promises.empty()) {
            (who == '>' ? transcript_.agent_header : transcript_.module_header) = message;
        } else {
            (who == '>' ? transcript_.terminate_request : transcript_.terminate_reply) = message;
        }
    }

    Transcript transcript_;
    std::string message_;
    bool is_in_promise_ = false;
};

} // namespace

std::vector<Transcript> all_transcripts() {
    std::vector<std::string> paths;
    for (const auto& entry :
         std::filesystem::directory_iterator(in_source_folder("tests/transcripts")))
        paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<Transcript> transcripts;
    for (const std::string& path : paths) {
        Reader reader(path);
        std::ifstream in(path);
        for (std::string line; std::getline(in, line);)
            reader.read(line);
        transcripts.push_back(reader.take());
    }
    return transcripts;
}

} // namespace vow::tests
