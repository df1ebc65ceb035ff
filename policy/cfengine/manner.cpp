#include "policy/cfengine/manner.h"

#include <array>

namespace vow::cfengine {
namespace {

constexpr std::array all = {
    Deviation{"reports_mistakes_late", &Manner::reports_mistakes_late},
    Deviation{"logs_mistakes_in_data", &Manner::logs_mistakes_in_data},
    Deviation{"checks_parts_as_policies", &Manner::checks_parts_as_policies},
    Deviation{"lacks_library", &Manner::lacks_library},
    Deviation{"accepts_idle_sequences", &Manner::accepts_idle_sequences},
    Deviation{"uses_words_of_reference", &Manner::uses_words_of_reference},
    Deviation{"hides_held_back_promises", &Manner::hides_held_back_promises},
    Deviation{"warns_of_repairs_in_dry_runs", &Manner::warns_of_repairs_in_dry_runs},
    Deviation{"waits_a_minute", &Manner::waits_a_minute},
    Deviation{"times_every_attempt", &Manner::times_every_attempt},
    Deviation{"locks_in_dry_runs", &Manner::locks_in_dry_runs},
    Deviation{"expires_locks_only", &Manner::expires_locks_only},
    Deviation{"evaluates_variables_once", &Manner::evaluates_variables_once},
    Deviation{"evaluates_attributes_before_run", &Manner::evaluates_attributes_before_run},
    Deviation{"enters_sequence_unresolved", &Manner::enters_sequence_unresolved},
    Deviation{"lacks_own_names_in_sequence", &Manner::lacks_own_names_in_sequence},
    Deviation{"expands_values_again", &Manner::expands_values_again},
    Deviation{"prepares_names_for_loops", &Manner::prepares_names_for_loops},
    Deviation{"finds_bundles_in_default", &Manner::finds_bundles_in_default},
    Deviation{"learns_bundles_late", &Manner::learns_bundles_late},
    Deviation{"finds_arrays_in_all_namespaces", &Manner::finds_arrays_in_all_namespaces},
    Deviation{"lacks_containers_in_arrays", &Manner::lacks_containers_in_arrays},
    Deviation{"replaces_lists_by_defaults", &Manner::replaces_lists_by_defaults},
    Deviation{"finds_class_tags_in_default", &Manner::finds_class_tags_in_default},
    Deviation{"cuts_class_names", &Manner::cuts_class_names},
    Deviation{"passes_lists_as_written", &Manner::passes_lists_as_written},
    Deviation{"reads_colons_as_json", &Manner::reads_colons_as_json},
    Deviation{"escapes_quotation_marks", &Manner::escapes_quotation_marks},
    Deviation{"formats_named_collections", &Manner::formats_named_collections},
    Deviation{"splices_formatted_lists", &Manner::splices_formatted_lists},
    Deviation{"follows_planted_links", &Manner::follows_planted_links},
    Deviation{"checks_missing_programs", &Manner::checks_missing_programs},
    Deviation{"is_silent_about_unread_lines", &Manner::is_silent_about_unread_lines},
    Deviation{"takes_references_as_text", &Manner::takes_references_as_text},
    Deviation{"drops_circular_with", &Manner::drops_circular_with},
    Deviation{"calls_with_open_arguments", &Manner::calls_with_open_arguments},
    Deviation{"calls_without_arguments", &Manner::calls_without_arguments},
    Deviation{"accepts_late_words", &Manner::accepts_late_words},
    Deviation{"skips_set_classes", &Manner::skips_set_classes},
    Deviation{"ignores_failed_edits", &Manner::ignores_failed_edits},
    Deviation{"ignores_kinds_of_failures", &Manner::ignores_kinds_of_failures},
    Deviation{"makes_equal_edits_once", &Manner::makes_equal_edits_once},
    Deviation{"knows_no_package_manager", &Manner::knows_no_package_manager},
    Deviation{"ends_at_missing_services", &Manner::ends_at_missing_services},
};
static_assert(sizeof(Manner) == all.size(), "each property is in the table");

} // namespace

Manner Manner::of_reference() {
    Manner manner;
    for (const Deviation& each : all)
        manner.*each.property = true;
    return manner;
}

std::span<const Deviation> deviations() {
    return all;
}

} // namespace vow::cfengine
