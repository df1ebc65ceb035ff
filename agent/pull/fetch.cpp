#include "agent/pull/fetch.h"

#include "agent/pull/confinement.h"
#include "agent/pull/frame.h"
#include "agent/pull/source_mirror.h"
#include "agent/pull/verifier.h"
#include "protocol/system/accounts.h"
#include "protocol/system/place.h"
#include "protocol/text/digest.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <functional>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vow::agent {
namespace {

constexpr std::uint32_t usual_number_of_nobody = 65534;
constexpr std::size_t max_frame = 1U << 20U; ///< besides metadata and files
constexpr std::size_t max_metadata = 8U << 20U;

/// As root; another user stays who they are.
std::optional<std::uint32_t> user_without_rights() {
    if (::geteuid() != 0) return std::nullopt;
    return user_id("nobody").value_or(usual_number_of_nobody);
}

std::pair<FileDescriptor, FileDescriptor> open_talk() {
    std::array<int, 2> ends = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw std::system_error(errno, std::generic_category(), "socketpair");
    return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

/// Leaves a process the descriptors that it needs alone, as numbers from 3 on, and no terminal.
std::vector<FileDescriptor> keep_only(const std::vector<const FileDescriptor*>& needed) {
    constexpr int first_high = 100, first_own = 3;
    std::vector<int> high;
    high.reserve(needed.size());
    for (const FileDescriptor* each : needed)
        high.push_back(::fcntl(each->number(), F_DUPFD, first_high));
    const int none = ::open("/dev/null", O_RDWR);
    for (int number = 0; number < first_own; ++number)
        ::dup2(none, number);
    std::vector<FileDescriptor> own;
    own.reserve(needed.size());
    int next = first_own;
    for (const int number : high) {
        ::dup3(number, next, O_CLOEXEC);
        own.emplace_back(next++);
    }
    ::close_range(static_cast<unsigned>(next), ~0U, 0);
    return own;
}

/// A process that does some work without rights; ended with this object, and with its parent.
class ConfinedProcess {
public:
    using Work = std::function<void(const std::vector<FileDescriptor>& own)>;

    /// It works in a folder, whatever its rights to those above.
    ConfinedProcess(
        const Confinement& confinement,
        const FileDescriptor& folder,
        const std::vector<const FileDescriptor*>& needed,
        const Work& work
    ) {
        const pid_t parent = ::getpid();
        process_ = ::fork();
        if (process_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
        if (process_ > 0) return;
        try {
            if (::fchdir(folder.number()) != 0) ::_exit(1);
            const std::vector<FileDescriptor> own = keep_only(needed);
            confine(confinement);
            ::prctl(PR_SET_PDEATHSIG, SIGKILL); // a change of the user undoes it
            if (::getppid() != parent) ::_exit(0);
            work(own);
            ::_exit(0);
        } catch (const std::exception&) {
            ::_exit(1);
        }
    }
    ConfinedProcess(const ConfinedProcess&) = delete;
    ConfinedProcess& operator=(const ConfinedProcess&) = delete;
    ~ConfinedProcess() {
        ::kill(process_, SIGKILL);
        while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
        }
    }

private:
    pid_t process_;
};

TrustRule rule_from(std::string_view word) {
    using enum TrustRule;
    constexpr std::array rules = {
        form, type, signature, threshold, version, expiry, digest, size, absent, fetch};
    const auto* found =
        std::ranges::find_if(rules, [&](TrustRule rule) { return text_of(rule) == word; });
    return found == rules.end() ? form : *found;
}

Data parsed(const std::string& text) {
    const auto read = parse_json(text);
    const auto* data = std::get_if<Data>(&read);
    return data == nullptr ? Data() : *data;
}

/// Where the source is read: a folder itself, or the one for what is kept of others.
SystemResult<OpenFolder> folder_of(const FetchWish& wish, const SourceTools& tools) {
    const bool is_folder = wish.source.kind == Source::Kind::folder;
    const auto named = Place::at(is_folder ? wish.source.place : tools.folder);
    const auto place = named ? named->resolved() : named;
    return place ? place->open_folder() : SystemResult<OpenFolder>::failed(place.error());
}

/// Collects the frames of the verifier.
class Collector {
public:
    explicit Collector(const PullSettings& settings)
        : most_(std::max<std::size_t>(settings.limits.file, max_metadata)) {}

    Fetched collect(const FileDescriptor& from, const Patience& patience) {
        while (const auto frame = receive_frame(from, most_, patience)) {
            if (frame->name == "done") return finished();
            if (take_refusal(*frame)) return std::move(fetched_);
            take(*frame);
        }
        const bool is_late = patience.until && std::chrono::steady_clock::now() >= *patience.until;
        fetched_.refused = {
            TrustRule::fetch,
            is_late ? "fetching took longer than 'fetch' of the limits in the settings allows"
                    : "a process that fetches or verifies ended before it was done"};
        return std::move(fetched_);
    }

private:
    bool take_refusal(const Frame& frame) {
        constexpr std::string_view refused = "refused/";
        if (!frame.name.starts_with(refused)) return false;
        fetched_.refused = {rule_from(frame.name.substr(refused.size())), frame.bytes};
        return true;
    }

    void take(const Frame& frame) {
        constexpr std::string_view metadata = "metadata/";
        if (frame.name.starts_with(metadata) && frame.bytes.size() <= max_metadata)
            fetched_.metadata[frame.name.substr(metadata.size())] = frame.bytes;
        else if (frame.name == "file")
            fetched_.files[sha256_of(frame.bytes)] = frame.bytes;
        else if (frame.name == "repository" && frame.bytes.size() <= max_frame)
            fetched_.repository = parsed(frame.bytes);
        else if (frame.name == "terms" && frame.bytes.size() <= max_frame)
            fetched_.terms = offer_terms_from(parsed(frame.bytes));
        else if (frame.name == "offer" && frame.bytes.size() <= 4 * max_frame)
            fetched_.offer = offer_from(parsed(frame.bytes));
    }

    Fetched finished() {
        if (!fetched_.offer)
            fetched_.refused = {TrustRule::form, "the process that verifies told of no release"};
        return std::move(fetched_);
    }

    std::size_t most_;
    Fetched fetched_;
};

/// The answer of the process that reads the source.
std::optional<Frame> timestamp_from(const FileDescriptor& source, const Patience& patience) {
    if (!request_from(source, "metadata", "timestamp.json", max_timestamp)) return std::nullopt;
    return receive_frame(source, max_timestamp, patience);
}

bool is_trusted_timestamp(const std::optional<Frame>& answer, const FetchWish& wish) {
    const auto trusted = wish.metadata.find("timestamp");
    return answer && answer->name == "content" && trusted != wish.metadata.end() &&
           answer->bytes == trusted->second;
}

} // namespace

Fetched fetch(const FetchWish& wish, const SourceTools& tools, const Stop& stop) {
    const auto folder = folder_of(wish, tools);
    if (!folder) {
        Fetched none;
        none.refused = {
            TrustRule::fetch, "'" + wish.source.place + "': " + std::strerror(folder.error())};
        return none;
    }
    auto [asking, asked] = open_talk();
    Pipe result = open_pipe();
    if (!result.reading) throw std::system_error(errno, std::generic_category(), "pipe");
    const auto user = user_without_rights();
    const ConfinedProcess fetcher(
        {.user = user, .folder = tools.folder, .reach = Confinement::Reach::network},
        **folder,
        {&asked},
        [&](const std::vector<FileDescriptor>& own) { serve_source(own.front(), wish, tools); }
    );
    asked.close();
    const Patience patience = {
        .until = std::chrono::steady_clock::now() + tools.settings.limits.fetch, .stop = &stop};
    std::optional<Frame> first;
    if (wish.known) {
        first = timestamp_from(asking, patience);
        if (is_trusted_timestamp(first, wish)) return {.offer = wish.known};
    }
    const ConfinedProcess verifier(
        {.user = user},
        **folder,
        {&asking, &result.writing},
        [&](const std::vector<FileDescriptor>& own) {
            verify_source(own.front(), own.back(), wish, tools.settings, std::move(first));
        }
    );
    asking.close();
    result.writing.close();
    return Collector(tools.settings).collect(result.reading, patience);
}

} // namespace vow::agent
