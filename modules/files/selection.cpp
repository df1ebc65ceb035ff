#include "modules/files/selection.h"

#include "modules/files/path.h"
#include "modules/files/permissions.h"
#include "modules/sdk/cpp/manner.h"
#include "modules/sdk/cpp/text.h"
#include "modules/sdk/cpp/token_expression.h"
#include "protocol/system/accounts.h"

#include <algorithm>

namespace vow::modules {

namespace {

CommandEnding not_run() {
    return {CommandEnding::Kind::not_started};
}

/// The first bytes that a selecting program prints.
class PrintedText : public CommandListener {
public:
    explicit PrintedText(const Log& log) : log_(log) {}

    void output(std::string_view bytes) override {
        if (text.size() < max_bytes) text += bytes.substr(0, max_bytes - text.size());
    }
    bool is_stopped() const override { return log_.is_stopped(); }

    std::string text;

private:
    const Log& log_;
    static constexpr std::size_t max_bytes = 1 << 20;
};

bool within(const std::optional<Range>& range, std::int64_t number) {
    return range && range->least <= number && number <= range->most;
}

/// Times are compared strictly, as the reference does.
bool between(const std::optional<Range>& range, std::int64_t seconds) {
    return range && range->least < seconds && seconds < range->most;
}

bool account_matches(
    const Patterns& patterns, std::uint32_t id, const std::optional<std::string>& name
) {
    return patterns.any_matches(std::to_string(id)) || patterns.any_matches(name.value_or("none"));
}

} // namespace

Selection Selection::from(const Settings& body) {
    Selection selection;
    selection.result_ = body.text_or("file_result", "");
    selection.any_leaf_name_ = body.list("leaf_name").empty();
    selection.leaf_names_ = Patterns(body.list("leaf_name"));
    selection.path_names_ = Patterns(body.list("path_name"));
    selection.any_owner_ = body.list("search_owners").empty();
    selection.owners_ = Patterns(body.list("search_owners"));
    selection.any_group_ = body.list("search_groups").empty();
    selection.groups_ = Patterns(body.list("search_groups"));
    selection.link_targets_ = Patterns(body.list("issymlinkto"));
    selection.types_ = body.list("file_types");
    selection.modes_ = body.list("search_mode");
    selection.size_ = Range::from(body, "search_size");
    selection.accessed_ = Range::from(body, "atime");
    selection.changed_ = Range::from(body, "ctime");
    selection.modified_ = Range::from(body, "mtime");
    selection.program_ = body.text_or("exec_program", "");
    selection.printed_ = Patterns(body.list("exec_regex"));
    return selection;
}

bool Selection::selects(
    const NamedFile& file, const struct stat& status, Record& record, const Log& log
) const {
    return token_expression_holds(result_, [&](std::string_view criterion) {
        return meets(criterion, {file, status, record, log});
    });
}

bool Selection::meets(std::string_view criterion, const Question& question) const {
    const std::string& path = question.file.path();
    const struct stat& status = question.status;
    if (criterion == "leaf_name") return any_leaf_name_ || leaf_names_.any_matches(leaf_of(path));
    if (criterion == "path_name") return path_names_.any_matches(path);
    if (criterion == "file_types") return has_type(status);
    if (criterion == "mode") return has_mode(status);
    if (criterion == "owner") {
        return any_owner_ || account_matches(owners_, status.st_uid, user_name(status.st_uid));
    }
    if (criterion == "group") {
        return any_group_ || account_matches(groups_, status.st_gid, group_name(status.st_gid));
    }
    if (criterion == "size") return within(size_, status.st_size);
    if (criterion == "atime") return between(accessed_, status.st_atime);
    if (criterion == "ctime") return between(changed_, status.st_ctime);
    if (criterion == "mtime") return between(modified_, status.st_mtime);
    if (criterion == "issymlinkto") return is_link_to(question.file);
    if (criterion == "exec_program") return program_agrees(question);
    if (criterion == "exec_regex") return program_prints(question);
    return false;
}

bool Selection::has_type(const struct stat& status) const {
    struct Type {
        std::string_view name;
        mode_t bits;
    };
    static constexpr Type known[] = {
        {"block", S_IFBLK},
        {"char", S_IFCHR},
        {"dir", S_IFDIR},
        {"fifo", S_IFIFO},
        {"plain", S_IFREG},
        {"reg", S_IFREG},
        {"socket", S_IFSOCK},
        {"symlink", S_IFLNK},
    };
    const auto is = [&](std::string_view name) {
        return std::ranges::any_of(known, [&](const Type& type) {
            return type.name == name && (status.st_mode & S_IFMT) == type.bits;
        });
    };
    return std::ranges::any_of(types_, [&](const std::string& expression) {
        return token_expression_holds(expression, is);
    });
}

bool Selection::has_mode(const struct stat& status) const {
    const std::uint32_t mode = status.st_mode & 07777U;
    return std::ranges::any_of(modes_, [&](const std::string& words) {
        const auto change = mode_change_from(words);
        return change && change->applied_to(mode) == mode;
    });
}

bool Selection::is_link_to(const NamedFile& file) const {
    const auto target = file.place().link_target();
    return target && link_targets_.any_matches(*target);
}

CommandEnding Selection::run_program(const Question& question, CommandListener& listener) const {
    Command command = {
        .arguments = words_with_promiser(program_, question.file.path()),
        .umask = 077,
        .lock_descriptor = question.log.lock_descriptor()};
    if (command.arguments.empty()) return not_run();
    const std::string program = command.arguments[0];
    const auto checked = question.log.trust().checked(std::move(command));
    if (const auto* objection = std::get_if<Objection>(&checked)) {
        question.record.failed(
            text({"'", program, "' of exec_program is not trusted: ", objection->reason})
        );
        return not_run();
    }
    CommandEnding ending = run_command(std::get<TrustedCommand>(checked), listener);
    // The reference then just selects nothing.
    if (ending.kind == CommandEnding::Kind::not_started && !acts_as_reference())
        question.record.failed(
            text({"'", program, "' of exec_program cannot be run: ", ending.reason})
        );
    return ending;
}

bool Selection::program_agrees(const Question& question) const {
    PrintedText printed(question.log);
    const CommandEnding ending = run_program(question, printed);
    return ending.kind == CommandEnding::Kind::exited && ending.number == 0;
}

bool Selection::program_prints(const Question& question) const {
    PrintedText printed(question.log);
    run_program(question, printed);
    for (std::string_view rest = printed.text; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        if (printed_.any_matches(rest.substr(0, end))) return true;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
}

} // namespace vow::modules
