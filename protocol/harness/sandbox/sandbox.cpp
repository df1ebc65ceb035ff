#include "protocol/harness/sandbox/sandbox.h"

#include "protocol/harness/sandbox/layers.h"
#include "protocol/harness/scratch_folder.h"
#include "protocol/system/file_descriptor.h"

#include <array>
#include <cerrno>
#include <exception>
#include <stdexcept>

#include <fcntl.h>
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

/// The text that goes back to the parent.
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

void send(const FileDescriptor& to, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = ::write(to.number(), text.data(), text.size());
        if (count <= 0) return;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
}

/// The child: it makes the namespaces; its own child is the first process in them, and works.
[[noreturn]] void be_child(
    const std::string& folder, const std::function<Data()>& work, const FileDescriptor& answer
) {
    try {
        const Layers layers(folder);
        const pid_t worker = ::fork();
        if (worker < 0) throw std::runtime_error("there is no process to be had");
        if (worker == 0) {
            send(answer, work_in(layers, work));
            ::_exit(0);
        }
        ::waitpid(worker, nullptr, 0);
    } catch (const std::exception& error) {
        send(answer, failure_text(error));
    }
    ::_exit(0);
}

std::string all_of(const FileDescriptor& from) {
    std::string text;
    std::array<char, 4096> buffer; // NOLINT(cppcoreguidelines-pro-type-member-init)
    for (;;) {
        const ssize_t count = ::read(from.number(), buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return text;
        text.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

std::variant<Sandboxed, NoSandbox> result_from(const std::string& text) {
    const auto read = parse_json(text);
    const auto* data = std::get_if<Data>(&read);
    if (data == nullptr) return NoSandbox{"it ended without an answer"};
    if (const Data* failure = data->find("failure")) return NoSandbox{std::string(failure->text())};
    Sandboxed result{.value = *data->find("value"), .changes = {}};
    for (const Data& change : data->find("changes")->items()) {
        result.changes.push_back(
            {std::string(change.at(0)->text()), std::string(change.at(1)->text())}
        );
    }
    return result;
}

} // namespace

std::variant<Sandboxed, NoSandbox> in_sandbox(const std::function<Data()>& work) {
    const ScratchFolder folder;
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return NoSandbox{"there is no pipe to be had"};
    const FileDescriptor from(ends[0]);
    FileDescriptor to(ends[1]);
    const pid_t child = ::fork();
    if (child < 0) return NoSandbox{"there is no process to be had"};
    if (child == 0) be_child(folder.path(), work, to);
    to.close();
    const std::string text = all_of(from);
    ::waitpid(child, nullptr, 0);
    return result_from(text);
}

} // namespace vow::harness
