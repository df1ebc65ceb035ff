#include "protocol/harness/conformance/check.h"

#include <array>
#include <string>

namespace vow::harness {
namespace {

using enum CheckKind;

/// The headings of protocol/README.md, from section 1.
constexpr std::array<std::string_view, 9> sections = {
    "Process and streams",
    "Headers",
    "Requests",
    "Replies",
    "Logging",
    "Changing nothing",
    "Tolerated irregularities",
    "Violations",
    "Extensions",
};

// One line a check.
// clang-format off
constexpr Check table[] = {
    {"HDR-ANSWER", "answers the agent's header with one line and an empty line", 2, scenario, Needs::nothing, header_is_answered},
    {"HDR-PARTS", "its header is a name, a version, v1 and flags", 2, scenario, Needs::nothing, header_has_its_parts},
    {"HDR-VARIANT", "its header names one of json_based and line_based", 2, scenario, Needs::greeting, header_names_one_variant},
    {"HDR-FLAGS", "its flags are words without duplicates", 2, scenario, Needs::greeting, flags_are_words},
    {"HDR-FIRST", "waits for the agent's header before it sends its own", 2, scenario, Needs::greeting, agent_speaks_first},
    {"HDR-EOF", "exits when its input ends before a header", 2, scenario, Needs::greeting, input_may_end_before_header},
    {"HDR-SLOW", "reads a header that arrives in pieces", 2, scenario, Needs::answers, agent_may_be_slow},
    {"HDR-LATER", "works with a later version of the agent", 2, scenario, Needs::answers, agent_may_be_newer},
    {"HDR-EXTRA", "works with an agent whose header has additional parts", 2, scenario, Needs::answers, agent_header_may_grow},
    {"HDR-FOLLOWED", "reads a request that immediately follows the header", 2, scenario, Needs::answers, request_may_follow_at_once},

    {"REQ-ORDER", "takes fields in any order", 3, request, Needs::json, fields_in_any_order},
    {"REQ-UNKNOWN", "ignores fields that it does not know", 3, request, Needs::answers, unknown_fields_are_ignored},
    {"REQ-PLACE", "works without line_number and filename", 3, request, Needs::answers, place_may_be_missing},
    {"REQ-BARE", "handles a promise without attributes", 3, request, Needs::answers, attributes_may_be_missing},
    {"REQ-TYPES", "handles attributes of every type", 3, request, Needs::json, attributes_of_every_type},
    {"REQ-UTF8", "handles texts beyond ASCII", 3, request, Needs::answers, utf8_is_text},
    {"REQ-EQUALS", "handles texts with equals signs", 3, request, Needs::answers, equals_signs_are_text},
    {"REQ-BLANKS", "handles texts that begin or end with blanks", 3, request, Needs::answers, blanks_are_text},
    {"REQ-EMPTY", "handles empty texts", 3, request, Needs::answers, empty_texts_are_texts},
    {"REQ-LINES", "handles texts of several lines", 3, request, Needs::json, line_ends_are_text},
    {"REQ-LARGE", "handles a text of 1 MiB, and evaluates texts longer than an argument", 3, scenario, Needs::answers, values_may_be_large},
    {"REQ-DEEP", "handles data 100 levels deep", 3, request, Needs::json, data_may_be_deep},
    {"REQ-LEVELS", "knows every log level", 3, request, Needs::answers, every_log_level_is_known},
    {"REQ-REPEAT", "gives the same answer when the same promise is validated again, on its own", 3, request, Needs::answers, same_question_same_answer},
    {"REQ-TURNS", "serves alternating promise types", 3, request, Needs::answers, types_take_turns},
    {"REQ-PURE", "changes nothing when it validates or describes: no file, lock or process", 3, scenario, Needs::answers, validation_is_pure},

    {"RES-ANSWER", "answers each request, up to an empty line", 4, scenario, Needs::greeting, requests_are_answered},
    {"RES-FORM", "its answers have the form of its variant", 4, rule, Needs::answers, replies_are_well_formed},
    {"RES-ONE-LINE", "writes an object on one line", 4, rule, Needs::json, objects_are_on_one_line},
    {"RES-ONE", "gives one answer to each request", 4, rule, Needs::answers, one_reply_each},
    {"RES-OPERATION", "names the operation that it answers", 4, rule, Needs::answers, operation_is_repeated},
    {"RES-RESULT", "answers with a result of the operation", 4, rule, Needs::answers, result_answers_operation},
    {"RES-CLASSES", "its result classes are a list of strings", 4, rule, Needs::answers, classes_are_strings},
    {"RES-CLASSES-WHEN", "gives result classes only when it evaluates", 4, rule, Needs::answers, classes_come_from_evaluating},
    {"RES-ECHO", "repeats fields of a request unchanged", 4, rule, Needs::answers, echo_is_faithful},
    {"RES-UTF8", "writes UTF-8 without zero bytes", 1, rule, Needs::answers, bytes_are_utf8},
    {"RES-LINE-ENDS", "ends lines with a line feed alone", 1, rule, Needs::answers, line_ends_are_plain},
    {"RES-WARN", "repairs nothing under warn", 6, rule, Needs::action_policy, warn_repairs_nothing},

    {"LOG-LEVELS", "logs at known levels only", 5, rule, Needs::answers, log_levels_are_known},
    {"LOG-STRAY", "prints only replies and log lines", 1, rule, Needs::answers, output_is_protocol_only},
    {"LOG-BEFORE", "logs before it answers", 5, rule, Needs::answers, log_comes_before_reply},
    {"LOG-INVALID", "logs an error with invalid", 5, rule, Needs::answers, invalid_is_explained},
    {"LOG-NOT-KEPT", "logs an error with not_kept", 5, rule, Needs::evaluation, not_kept_is_explained},
    {"LOG-REPAIRED", "logs at info what it repaired", 5, rule, Needs::evaluation, repaired_is_explained},
    {"LOG-ERROR", "logs a critical line with error", 5, rule, Needs::answers, error_is_explained},
    {"LOG-WARN", "warns of what it would change", 6, rule, Needs::action_policy, warn_is_explained},
    {"LOG-WARN-INFO", "logs nothing at info under warn", 6, rule, Needs::action_policy, warn_has_no_info},
    {"LOG-VALUES", "writes no value so that it becomes a line of the protocol", 5, scenario, Needs::evaluation, values_are_not_lines},
    {"LOG-SECRET", "never writes secrets", 9, rule, Needs::secrets, secrets_stay_secret},

    {"EXT-DESCRIBE", "its description can be read", 9, scenario, Needs::description, description_can_be_read},
    {"EXT-PROGRESS", "sends progress as integers from 0 to 100, before it answers", 9, scenario, Needs::progress, progress_is_well_formed},
    {"EXT-PROGRESS-ASKED", "sends progress only under VOW_PROGRESS=1", 9, rule, Needs::progress, progress_is_requested},
    {"EXT-PARALLEL", "gives the same results and files in several processes as in one", 9, scenario, Needs::parallel, processes_work_side_by_side},

    {"END-TERMINATE", "answers terminate with success", 4, scenario, Needs::ending, terminate_succeeds},
    {"END-EXIT", "exits after terminate", 4, scenario, Needs::ending, terminate_ends_it},
    {"END-STATUS", "its exit status is then 0", 4, scenario, Needs::ending, exit_status_is_zero},
    {"END-CHILDREN", "leaves no processes running", 1, scenario, Needs::ending, nothing_is_left_behind},
    {"END-FIRST", "accepts terminate as the first request", 4, scenario, Needs::answers, terminate_may_come_first},
    {"END-EOF", "exits when its input ends", 1, scenario, Needs::answers, end_of_input_ends_it},
    {"END-CUT", "exits when its input ends in the middle of a request", 1, scenario, Needs::answers, cut_request_ends_it},
    {"END-SIGTERM", "exits on SIGTERM", 8, scenario, Needs::answers, sigterm_ends_it},

    {"ROB-BARE", "works with an empty environment in the folder /, without a terminal", 1, scenario, Needs::answers, environment_may_be_empty},
    {"ROB-UMASK", "gives files the same modes under any umask", 1, scenario, Needs::evaluation, umask_does_not_matter},
    {"ROB-THOUSAND", "serves a thousand promises in one conversation", 1, scenario, Needs::answers, thousand_promises},
    {"ROB-MEMORY", "its memory stays flat over thousands of requests", 1, scenario, Needs::answers, memory_is_flat},
    {"ROB-DESCRIPTORS", "its open files stay flat over thousands of requests", 1, scenario, Needs::answers, descriptors_are_flat},
};
// clang-format on

} // namespace

std::span<const Check> checks() {
    return table;
}

std::string name_of_section(int section) {
    return "protocol/README.md, " + std::to_string(section) + ". " +
           std::string(sections.at(static_cast<std::size_t>(section) - 1));
}

} // namespace vow::harness
