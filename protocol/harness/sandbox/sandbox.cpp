#include "protocol/harness/sandbox/sandbox.h"

#include "protocol/harness/sandbox/layers.h"
#include "protocol/harness/scratch_folder.h"
#include "protocol/system/file_descriptor.h"

#include <exception>
#include <stdexcept>

#include <sys/wait.h>
#include <unistd.h>

namespace vow::harness {
namespace {

Data data_of(const std::vector<PathChange>& changes) {
    Data::Array items;
    for (const PathChange& change : changes)
        items.push_back(Data::array({Data::string(change.path), Data::string(change.what)}));
    return Data::array(std::move(items));
}

std::string failure_text(const std::exception& error) {
    return json_text(Data::object({{"failure", Data::string(error.what())}}));
}

/// The text that is sent to the parent.
std::string work_in(const Layers& layers, const std::function<Data()>& work) {
    try {
        layers.enter();
        const Data value = work();
        layers.leave();
        return json_text(Data::object({{"value", value}, {"changes", data_of(layers.changes())}}));
    } catch (const std::exception& error) {
        return failure_text(error);
    }
}

/// The child: it creates the namespaces; its own child is their first process, and does the work.
[[noreturn]] void run_child(
    const std::string& folder, const std::function<Data()>& work, const FileDescriptor& answer
) {
    try {
        const Layers layers(folder);
        const pid_t worker = ::fork();
        if (worker < 0) throw std::runtime_error("cannot start a process");
        if (worker == 0) {
            write_all(answer, work_in(layers, work));
            ::_exit(0);
        }
        ::waitpid(worker, nullptr, 0);
    } catch (const std::exception& error) {
        write_all(answer, failure_text(error));
    }
    ::_exit(0);
}

std::variant<SandboxResult, NoSandbox> result_from(const std::string& text) {
    const auto read = parse_json(text);
    const auto* data = std::get_if<Data>(&read);
    if (data == nullptr) return NoSandbox{"it ended without an answer"};
    if (const Data* failure = data->find("failure")) return NoSandbox{std::string(failure->text())};
    SandboxResult result{.value = *data->find("value"), .changes = {}};
    for (const Data& change : data->find("changes")->items()) {
        result.changes.push_back(
            {std::string(change.at(0)->text()), std::string(change.at(1)->text())}
        );
    }
    return result;
}

} // namespace

std::variant<SandboxResult, NoSandbox> in_sandbox(const std::function<Data()>& work) {
    const ScratchFolder folder;
    Pipe answer = open_pipe();
    if (!answer.reading) return NoSandbox{"cannot make a pipe"};
    const pid_t child = ::fork();
    if (child < 0) return NoSandbox{"cannot start a process"};
    if (child == 0) run_child(folder.path(), work, answer.writing);
    answer.writing.close();
    const std::string text = read_all(answer.reading).value_or("");
    ::waitpid(child, nullptr, 0);
    return result_from(text);
}

} // namespace vow::harness
