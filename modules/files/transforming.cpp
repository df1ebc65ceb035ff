#include "modules/files/file_steps.h"
#include "modules/files/path.h"
#include "modules/sdk/cpp/executable.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/system/running_command.h"

namespace vow::modules {

namespace {

/// Logs the output of a transformer at info.
class LoggedOutput : public CommandListener {
public:
    LoggedOutput(Record& record, const Log& log) : record_(record), log_(log) {}

    void output(std::string_view bytes) override {
        for (;;) {
            const std::size_t end = bytes.find('\n');
            line_ += bytes.substr(0, end);
            if (end == std::string_view::npos) return;
            finish();
            bytes.remove_prefix(end + 1);
        }
    }
    bool is_stopped() const override { return log_.is_stopped(); }
    void finish() {
        if (!line_.empty()) record_.log(LogLevel::info, line_);
        line_.clear();
    }

private:
    Record& record_;
    const Log& log_;
    std::string line_;
};

} // namespace

void transform(const FilePromise& file, const std::string& path, Record& record, const Log& log) {
    const std::string command = with_this_promiser(file.transformer, path);
    const std::string failed = text({"Transformer '", command, "' for file '", path, "' failed"});
    Command program = {
        .arguments = words_with_promiser(file.transformer, path),
        .umask = 077,
        .lock_descriptor = log.lock_descriptor()};
    if (program.arguments.empty() || !may_execute(program.arguments[0], record)) {
        record.failed(failed);
        return;
    }
    const auto checked = log.trust().checked(std::move(program));
    if (const auto* objection = std::get_if<Objection>(&checked)) {
        record.failed(text({failed, ", since it is not trusted: ", objection->reason}));
        return;
    }
    const std::string what = text({"'", path, "' with '", command, "'"});
    if (!record.allows("transform file " + what)) return;
    record.log(LogLevel::info, "Transforming " + what);
    LoggedOutput output(record, log);
    const CommandEnding ending = run_command(std::get<TrustedCommand>(checked), output);
    output.finish();
    if (ending.kind != CommandEnding::Kind::exited) {
        record.failed(failed);
        return;
    }
    record.repaired(text({"Transformed ", what, " "}));
    Record judged(record.promise(), [&](LogLevel level, std::string_view line) {
        record.log(level, line);
    });
    file.codes.judge(ending.number, LogLevel::info, judged);
    const bool well = judged.verdicts().worst() <= Verdict::repaired;
    record.add(judged.verdicts().worst());
    const std::string arrow = text({"Transformer '", path, "' => '", command, "' "});
    if (well) {
        record.log(LogLevel::info, arrow + "seemed to work ok");
    } else {
        record.log(LogLevel::error, arrow + "returned error");
    }
}

} // namespace vow::modules
