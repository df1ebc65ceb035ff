#include "protocol/harness/cases/case_run.h"

#include "protocol/client/quotation.h"
#include "protocol/harness/answer_finding.h"
#include "protocol/text/text.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace vow::harness {
namespace {

namespace fs = std::filesystem;
using wire::Operation;
using wire::Result;

/// Returns an empty text on success.
std::string failure_of(
    const std::string& command, const std::string& folder, Conversation::Milliseconds limit
) {
    const std::string script = "cd " + shell_word(folder) + " || exit; " + command;
    Conversation shell({.name = command, .command = {"/bin/sh", "-c", script}}, limit);
    shell.close_input();
    if (!shell.wait_for_end())
        return "the command " + client::quoted_excerpt(command) + " did not exit";
    const client::ExitStatus status = shell.status();
    if (status.kind == client::ExitStatus::Kind::exited && status.number == 0) return {};
    return "the command " + client::quoted_excerpt(command) + " " + client::text_of(status) + ": " +
           shell.errors();
}

/// A relative path is one in the folder of the case.
std::string path_in(const ScratchFolder& folder, const std::string& path) {
    return (fs::path(folder.path()) / folder.filled_in(path)).native();
}

std::vector<CaseFile> filled_in(const std::vector<CaseFile>& files, const ScratchFolder& folder) {
    std::vector<CaseFile> filled;
    for (const CaseFile& file : files) {
        CaseFile one{.path = path_in(folder, file.path), .content = file.content};
        if (one.content) one.content = folder.filled_in(*one.content);
        filled.push_back(std::move(one));
    }
    return filled;
}

std::vector<std::string>
filled_in(const std::vector<std::string>& texts, const ScratchFolder& folder) {
    std::vector<std::string> filled;
    filled.reserve(texts.size());
    for (const std::string& text : texts)
        filled.push_back(folder.filled_in(text));
    return filled;
}

Case filled_in(const Case& from, const ScratchFolder& folder) {
    Case filled = from;
    filled.promise = folder.filled_in(from.promise);
    filled.before = filled_in(from.before, folder);
    filled.after = filled_in(from.after, folder);
    filled.setup = filled_in(from.setup, folder);
    filled.teardown = filled_in(from.teardown, folder);
    for (std::string& pattern : filled.log)
        pattern = folder.filled_in_pattern(std::move(pattern));
    for (std::string& path : filled.scratch)
        path = path_in(folder, path);
    if (filled.only_changes) {
        for (std::string& path : *filled.only_changes)
            path = path_in(folder, path);
    }
    return filled;
}

void write(const CaseFile& file) {
    if (!file.content) {
        fs::remove_all(file.path);
        return;
    }
    fs::create_directories(fs::path(file.path).parent_path());
    std::ofstream out(file.path, std::ios::binary);
    if (!(out << *file.content).flush())
        throw std::runtime_error("cannot write " + client::quoted_excerpt(file.path));
}

/// The agent ends a module that sends such answers.
std::string result_of(const Answer& answer) {
    if (!answer.is_whole()) return "no answer";
    if (!answer.stray_lines.empty()) return "a line that is neither a log line nor a reply";
    const auto replied = answer.reply ? answer.reply->operation : std::nullopt;
    if (replied && *replied != answer.operation) return "a reply to '" + *replied + "'";
    const auto result = answer.result();
    return result ? std::string(text_of(*result)) : "no result";
}

void add(CaseResult& result, const Answer& answer) {
    for (const wire::LogLine& line : answer.log)
        result.log.push_back(line.word + ": " + line.text);
    const std::vector<std::string> lines = excerpt(answer);
    result.shown.insert(result.shown.end(), lines.begin(), lines.end());
    result.result = result_of(answer);
    result.cause = answer.cause;
}

} // namespace

Stage::Stage(const Case& from, Conversation::Milliseconds limit, const std::string& folder_name)
    : folder_(folder_name),
      ready_(filled_in(from, folder_)),
      limit_(limit) {
    for (const CaseFile& file : ready_.before)
        write(file);
    for (const std::string& command : ready_.setup) {
        const std::string failure = failure_of(command, folder(), limit_);
        if (!failure.empty()) throw std::runtime_error(failure);
    }
}

Stage::~Stage() {
    if (!is_torn_down_) tear_down();
}

std::string Stage::tear_down() {
    is_torn_down_ = true;
    std::string first;
    for (const std::string& command : ready_.teardown) {
        std::string failure = failure_of(command, folder(), limit_);
        if (first.empty()) first = std::move(failure);
    }
    return first;
}

CaseResult Stage::generalized(CaseResult result) const {
    result.classes = generalized(std::move(result.classes));
    return result;
}

std::vector<std::string> Stage::generalized(std::vector<std::string> classes) const {
    for (std::string& name : classes)
        name = folder_.generalized(std::move(name));
    return classes;
}

CaseResult run_promise(Dialogue& dialogue, const SentPromise& promise, ChangesAllowed changes) {
    CaseResult result = validate_promise(dialogue, promise, changes);
    if (result.result != text_of(Result::valid)) return result;
    const Answer answer = dialogue.send_request(Operation::evaluate_promise, promise, changes);
    add(result, answer);
    if (answer.reply) result.classes = answer.reply->result_classes;
    return result;
}

CaseResult
validate_promise(Dialogue& dialogue, const SentPromise& promise, ChangesAllowed changes) {
    CaseResult result;
    add(result, dialogue.send_request(Operation::validate_promise, promise, changes));
    return result;
}

std::string difference_in_files(const std::vector<CaseFile>& expected) {
    for (const CaseFile& file : expected) {
        const bool is_there = fs::exists(fs::symlink_status(file.path));
        if (!file.content) {
            if (is_there) return client::quoted_excerpt(file.path) + " exists, but must not";
            continue;
        }
        if (!is_there) return client::quoted_excerpt(file.path) + " does not exist";
        if (!fs::is_regular_file(file.path))
            return client::quoted_excerpt(file.path) + " is not a regular file";
        std::ifstream in(file.path, std::ios::binary);
        const std::string content{std::istreambuf_iterator<char>(in), {}};
        if (content != *file.content) {
            return client::quoted_excerpt(file.path) + " holds " + client::quoted_excerpt(content) +
                   ", not " + client::quoted_excerpt(*file.content);
        }
    }
    return {};
}

} // namespace vow::harness
