#include "agent/personality/reference_option.h"
#include "agent/personality/work_directory.h"

#include <algorithm>
#include <span>

#include <getopt.h>

namespace vow::agent {
namespace {

std::string usage_text(const char* program, std::span<const ReferenceOption> options) {
    std::string text = "Usage: " + std::string(program) + " [OPTIONS] [FILE]\n\nOptions:\n";
    for (const ReferenceOption& option : options) {
        std::string line = "  --" + std::string(option.name);
        if (option.letter != 0) line.append(", -").append(1, option.letter);
        if (option.argument != ReferenceOption::Argument::none) line += " value";
        line.resize(std::max<std::size_t>(line.size() + 1, 38), ' ');
        text += line + option.help + "\n";
    }
    return text;
}

/// getopt's own tables, made from ours.
class Getopt {
public:
    explicit Getopt(std::span<const ReferenceOption> options) : options_(options) {
        for (const ReferenceOption& option : options) {
            const int has_argument = static_cast<int>(option.argument); // as getopt numbers them
            long_.push_back({option.name, has_argument, nullptr, 0});
            if (option.letter == 0) continue;
            short_ += option.letter;
            short_.append(static_cast<std::size_t>(has_argument), ':');
        }
        long_.push_back({});
    }

    /// The next option; null at the end, or if it is unknown (getopt has printed an error).
    const ReferenceOption* next(std::vector<char*>& words) {
        int index = -1;
        result_ = ::getopt_long(
            static_cast<int>(words.size()) - 1, words.data(), short_.c_str(), long_.data(), &index
        );
        if (result_ == -1 || result_ == '?') return nullptr;
        if (index >= 0) return &options_[static_cast<std::size_t>(index)];
        return std::find_if(
                   options_.begin(),
                   options_.end(),
                   [this](const ReferenceOption& option) { return option.letter == result_; }
        ).base();
    }
    bool has_failed() const { return result_ == '?'; }

private:
    std::span<const ReferenceOption> options_;
    std::vector<::option> long_;
    std::string short_;
    int result_ = 0;
};

/// A relative path is below the inputs, unless it starts with "./" or "../".
std::string policy_path(const Options& options) {
    const std::string& path = options.subject;
    const bool is_located =
        path.starts_with('/') || path.starts_with("./") || path.starts_with("../");
    if (is_located) return path;
    return work_directory_of(options.work_directory, options.personality) + "/inputs/" +
           (path.empty() ? "promises.cf" : path);
}

} // namespace

std::variant<Options, Reply>
reference_options_from(Personality personality, const std::vector<std::string>& arguments) {
    const bool is_agent = personality == Personality::cf_agent;
    const char* program = is_agent ? "cf-agent" : "cf-promises";
    const std::vector<ReferenceOption> known = reference_options_of(personality);
    Options options{
        .command = is_agent ? Options::Command::run : Options::Command::check,
        .personality = personality,
        .language = {.name = "cfengine"},
        .run =
            {.purpose = is_agent ? Purpose::run : Purpose::check_part,
             .test_output = TestOutput::passed_on},
        .console =
            {.color = Color::never,
             .places = Places::no,
             .control_characters = ControlCharacters::kept},
        .log = {.program = program},
    };
    std::vector<std::string> copies = arguments;
    copies.insert(copies.begin(), program);
    std::vector<char*> words;
    words.reserve(copies.size() + 1);
    for (std::string& copy : copies)
        words.push_back(copy.data());
    words.push_back(nullptr);

    Getopt reader(known);
    while (const ReferenceOption* option = reader.next(words)) {
        if (option->apply == nullptr) {
            return Reply{number_of(ExitStatus::success), usage_text(program, known)};
        }
        if (auto reply = option->apply(options, optarg != nullptr ? optarg : "")) return *reply;
    }
    if (reader.has_failed())
        return Reply{number_of(ExitStatus::not_kept), usage_text(program, known)};
    if (words[static_cast<std::size_t>(optind)] != nullptr) {
        options.subject = words[static_cast<std::size_t>(optind)];
    }
    options.subject = policy_path(options);
    return options;
}

} // namespace vow::agent
