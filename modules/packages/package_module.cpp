#include "modules/packages/package_module.h"

#include "modules/sdk/cpp/text.h"
#include "modules/sdk/cpp/tool.h"
#include "protocol/text/text.h"

#include <chrono>

namespace vow::modules {
namespace {

constexpr std::chrono::hours max_request_time{4};
constexpr std::string_view supported_version = "1";

} // namespace

PackageModule::PackageModule(
    const Settings& body, std::vector<std::string> options, Record& record, Log& log
)
    : path_(body.text_or("module_path", "")),
      interpreter_(words_of(body.text_or("interpreter", ""))),
      options_(std::move(options)),
      record_(record),
      log_(log) {
    if (options_.empty()) options_ = body.list("default_options");
}

std::string PackageModule::key() const {
    return path_ + "\n" + joined(options_, "\n");
}

std::string PackageModule::name() const {
    return path_.substr(path_.rfind('/') + 1);
}

bool PackageModule::is_usable() {
    if (!is_present()) return false;
    const auto answer = output_of("supports-api-version", {});
    if (!answer) record_.log(LogLevel::info, "Error occurred while getting supported API version.");
    const std::string output = answer.value_or("-1");
    const auto lines = filled_lines_of(output);
    const std::string_view version = lines.empty() ? "-1" : lines.front();
    if (version == supported_version && lines.size() == 1) return true;
    record_.log(
        LogLevel::error, text({"Unsupported package module wrapper API version: ", version})
    );
    return false;
}

bool PackageModule::is_present() {
    if (interpreter_.empty()) return is_usable_file(path_, ProgramUse::execute, "");
    return is_usable_file(interpreter_.front(), ProgramUse::execute, " interpreter") &&
           is_usable_file(path_, ProgramUse::read, " script");
}

bool PackageModule::is_usable_file(const std::string& path, ProgramUse use, std::string_view kind) {
    const int error = program_error(path, use);
    if (error == 0) {
        const auto objection = log_.trust().objection_to_use(path);
        if (!objection) return true;
        record_.log(LogLevel::error, text({"'", path, "' is not trusted: ", *objection}));
        return false;
    }
    record_.log(
        LogLevel::error,
        text(
            {"Cannot find package module",
             kind,
             " at location '",
             path,
             kind.empty() ? "' or access to file is restricted: "
                          : "' or access to the file is restricted: ",
             system_message(error)}
        )
    );
    return false;
}

std::optional<std::string>
PackageModule::output_of(std::string_view command, const PackageLines& lines) {
    std::vector<std::string> arguments = interpreter_;
    arguments.push_back(path_);
    arguments.emplace_back(command);
    ToolCall call{
        .name = arguments.front(),
        .arguments = {arguments.begin() + 1, arguments.end()},
        .capture = Command::Capture::standard_output,
        .usual_limit = max_request_time};
    for (const auto& [name, value] : lines)
        call.input += text({name, "=", value, "\n"});
    ToolRun ran = run_tool(call, record_.promise(), log_);
    if (ran.succeeded && ran.is_whole) return std::move(ran.output);
    if (!ran.is_whole)
        log_.error(text({"Package module '", path_, "' answers '", command, "' with over 16 MiB"}));
    return std::nullopt;
}

std::optional<PackageLines>
PackageModule::request(std::string_view command, const PackageLines& lines) {
    PackageLines whole;
    for (const std::string& option : options_)
        whole.emplace_back("options", option);
    whole.insert(whole.end(), lines.begin(), lines.end());
    const auto output = output_of(command, whole);
    if (!output) return {};
    PackageLines answer = package_lines_in(*output);
    for (const auto& [name, value] : answer) {
        if (is_package_error(name)) log_.error(text({"package module: ", name, "=", value}));
    }
    return answer;
}

PackageModule::Listing PackageModule::list(std::string_view command) {
    using Answer = Listing::Answer;
    const auto answer = request(command, {});
    if (!answer) return {.packages = {}, .answer = Answer::none};
    PackageListing listing = packages_in(*answer);
    for (const auto& [name, value] : listing.others) {
        if (!is_package_error(name))
            log_.error(text({"Unsupported response from package module: ", name, "=", value}));
    }
    const bool is_list = listing.others.empty();
    return {std::move(listing.packages), is_list ? Answer::list : Answer::partly};
}

bool PackageModule::change(std::string_view command, const PackageLines& lines) {
    const auto answer = request(command, lines);
    if (!answer) {
        log_.info("Some error occurred while communicating with package module while installing "
                  "package.");
    }
    return answer && answer->empty();
}

} // namespace vow::modules
