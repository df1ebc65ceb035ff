#include "modules/sdk/cpp/return_codes.h"

#include "modules/sdk/cpp/manner.h"
#include "modules/sdk/cpp/text.h"

#include <algorithm>

namespace vow::modules {

namespace {

bool contains(const std::vector<std::string>& codes, int status) {
    return std::ranges::find(codes, std::to_string(status)) != codes.end();
}

void judge_as_usual(int status, Record& record) {
    const std::string start =
        text({"Finished command related to promiser '", record.promise().promiser, "' -- "});
    if (status == 0) {
        record.log(LogLevel::verbose, start + "succeeded");
        record.add(Verdict::repaired);
    } else {
        record.failed(start + "an error occurred, returned " + std::to_string(status));
    }
}

} // namespace

ReturnCodes ReturnCodes::from(const Settings& promise) {
    return {
        promise.list("kept_returncodes"),
        promise.list("repaired_returncodes"),
        promise.list("failed_returncodes")};
}

std::vector<AttributeDescription> return_code_attributes() {
    const auto codes = [](std::string name, std::string meaning) {
        return AttributeDescription{
            .name = std::move(name),
            .type = AttributeType::slist,
            .pattern = "-?[0-9]+",
            .summary = "of the classes body: exit statuses that mean " + std::move(meaning)};
    };
    return {
        codes("kept_returncodes", "kept; with any of the three, one in none of them has failed"),
        codes("repaired_returncodes", "repaired; without any of the three, 0 does"),
        codes("failed_returncodes", "not kept")};
}

void ReturnCodes::judge(int status, LogLevel quiet, Record& record) const {
    if (kept.empty() && repaired.empty() && failed.empty()) {
        judge_as_usual(status, record);
        return;
    }
    const std::string start = text(
        {"Command related to promiser '",
         record.promise().promiser,
         "' returned code '",
         std::to_string(status),
         "' "}
    );
    const bool is_kept = contains(kept, status);
    const bool is_repaired = contains(repaired, status);
    const bool is_failed = contains(failed, status);
    if (is_kept) {
        record.log(quiet, start + "defined as promise kept");
        record.add(Verdict::kept);
    }
    if (is_repaired) {
        record.log(quiet, start + "defined as promise repaired");
        record.add(Verdict::repaired);
    }
    if (is_failed) record.failed(start + "defined as promise failed");
    if (!is_kept && !is_repaired && !is_failed) {
        const std::string why =
            start + "not defined as promise kept, not kept or repaired; setting to failed";
        if (!acts_as_reference()) return record.failed(why);
        record.log(quiet, why);
        record.add(Verdict::not_kept);
    }
}

} // namespace vow::modules
