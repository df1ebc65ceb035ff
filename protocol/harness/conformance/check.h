#pragma once

#include "protocol/harness/report.h"

#include <span>
#include <string>
#include <string_view>

namespace vow::harness {

class Examination;

/// The precondition of a check.
enum class Needs {
    nothing,
    greeting,      ///< a readable header
    answers,       ///< and an answer to a first request
    json,          ///< the JSON variant
    ending,        ///< answers to all requests of the first conversation, up to terminate
    evaluation,    ///< a promise that is valid and may be evaluated
    action_policy, ///< evaluation, and the feature action_policy
    description,   ///< answers, and the feature describe
    progress,      ///< evaluation, and the feature progress
    parallel,      ///< evaluation, and the feature parallel
    secrets,       ///< a promise with an attribute that the description marks as secret
};

/// A scenario has its own conversations; requests share one; endurance is thousands of requests.
/// Rules examine the traffic of all others except endurance, and therefore come last.
enum class CheckKind { scenario, request, endurance, rule };

/// One line of the table of checks.
struct Check {
    std::string_view id;
    std::string_view title; ///< the requirement: a sentence about the module
    int section;            ///< of protocol/README.md
    CheckKind kind;
    Needs needs;
    Finding (*find)(Examination&);
};

/// All checks, in the order of reports.
std::span<const Check> checks();

/// "protocol/README.md, 2. Headers"
std::string name_of_section(int section);

// The functions that perform the checks, by family.
Finding header_is_answered(Examination& examination);
Finding header_has_its_parts(Examination& examination);
Finding header_names_one_variant(Examination& examination);
Finding flags_are_words(Examination& examination);
Finding agent_speaks_first(Examination& examination);
Finding input_may_end_before_header(Examination& examination);
Finding agent_may_be_slow(Examination& examination);
Finding agent_may_be_newer(Examination& examination);
Finding agent_header_may_grow(Examination& examination);
Finding request_may_follow_at_once(Examination& examination);

Finding fields_in_any_order(Examination& examination);
Finding unknown_fields_are_ignored(Examination& examination);
Finding place_may_be_missing(Examination& examination);
Finding attributes_may_be_missing(Examination& examination);
Finding attributes_of_every_type(Examination& examination);
Finding utf8_is_text(Examination& examination);
Finding equals_signs_are_text(Examination& examination);
Finding blanks_are_text(Examination& examination);
Finding empty_texts_are_texts(Examination& examination);
Finding line_ends_are_text(Examination& examination);
Finding values_may_be_large(Examination& examination);
Finding data_may_be_deep(Examination& examination);
Finding every_log_level_is_known(Examination& examination);
Finding same_question_same_answer(Examination& examination);
Finding types_take_turns(Examination& examination);
Finding validation_is_pure(Examination& examination);

Finding log_levels_are_known(Examination& examination);
Finding output_is_protocol_only(Examination& examination);
Finding log_comes_before_reply(Examination& examination);
Finding invalid_is_explained(Examination& examination);
Finding not_kept_is_explained(Examination& examination);
Finding repaired_is_explained(Examination& examination);
Finding values_are_not_lines(Examination& examination);
Finding error_is_explained(Examination& examination);
Finding warn_is_explained(Examination& examination);
Finding warn_has_no_info(Examination& examination);

Finding secrets_stay_secret(Examination& examination);

Finding requests_are_answered(Examination& examination);
Finding replies_are_well_formed(Examination& examination);
Finding objects_are_on_one_line(Examination& examination);
Finding one_reply_each(Examination& examination);
Finding operation_is_repeated(Examination& examination);
Finding result_answers_operation(Examination& examination);
Finding classes_are_strings(Examination& examination);
Finding classes_come_from_evaluating(Examination& examination);
Finding echo_is_faithful(Examination& examination);
Finding bytes_are_utf8(Examination& examination);
Finding line_ends_are_plain(Examination& examination);
Finding warn_repairs_nothing(Examination& examination);

Finding description_can_be_read(Examination& examination);
Finding progress_is_well_formed(Examination& examination);
Finding progress_is_requested(Examination& examination);
Finding processes_work_side_by_side(Examination& examination);

Finding terminate_succeeds(Examination& examination);
Finding terminate_ends_it(Examination& examination);
Finding exit_status_is_zero(Examination& examination);
Finding nothing_is_left_behind(Examination& examination);
Finding terminate_may_come_first(Examination& examination);
Finding end_of_input_ends_it(Examination& examination);
Finding cut_request_ends_it(Examination& examination);
Finding sigterm_ends_it(Examination& examination);

Finding environment_may_be_empty(Examination& examination);
Finding umask_does_not_matter(Examination& examination);
Finding thousand_promises(Examination& examination);
Finding memory_is_flat(Examination& examination);
Finding descriptors_are_flat(Examination& examination);

} // namespace vow::harness
