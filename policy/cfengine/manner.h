#pragma once

#include <span>
#include <string_view>

namespace vow::cfengine {

/// How a run deviates from what vow does by itself. Each property is true if the run does as the
/// reference agent does there; code reads the property that it is about. docs/compatibility.md
/// lists them by name.
struct Manner {
    // --- loading ---
    bool reports_mistakes_late = false;    ///< those that need more than the text: once reached
    bool logs_mistakes_in_data = false;    ///< without a place, and passes over some
    bool checks_parts_as_policies = false; ///< a file without a bundle sequence has to be complete
    bool lacks_library = false;            ///< the built-in bodies and bundles
    bool accepts_idle_sequences = false; ///< bundles that promise nothing; "main" if none is given

    // --- log lines ---
    bool uses_words_of_reference = false;
    bool hides_held_back_promises = false; ///< their number, at the end of the run
    bool warns_of_repairs_in_dry_runs = false;

    // --- locks ---
    bool waits_a_minute = false;      ///< a promise without `ifelapsed`, after each attempt
    bool times_every_attempt = false; ///< not only those that kept the promise
    bool locks_in_dry_runs = false;
    bool expires_locks_only = false; ///< `expireafter` does not limit the promise itself

    // --- variables and references ---
    bool evaluates_variables_once = false; ///< not until nothing changes
    bool evaluates_attributes_before_run = false;
    bool enters_sequence_unresolved = false;  ///< variables of its bundles are those of loading
    bool lacks_own_names_in_sequence = false; ///< `$(this.promise_filename)` in an argument
    bool expands_values_again = false;        ///< references in data count, and are replaced
    bool prepares_names_for_loops = false;    ///< unresolved ones change their look
    bool finds_bundles_in_default = false;    ///< `$(bundle.name)` in an attribute
    bool learns_bundles_late = false;         ///< `$($(this.bundle).name)`
    bool finds_arrays_in_all_namespaces = false;
    bool lacks_containers_in_arrays = false; ///< a container cannot be an element
    bool replaces_lists_by_defaults = false; ///< those that `if_match_regex` does not keep
    bool finds_class_tags_in_default = false;
    bool cuts_class_names = false; ///< at the first character that no name has

    // --- calls and functions ---
    bool passes_lists_as_written = false; ///< `@(name)` where a function takes a text
    bool reads_colons_as_json = false;    ///< those of namespaces in inline JSON
    bool escapes_quotation_marks = false; ///< `string`
    bool formats_named_collections = false;
    bool splices_formatted_lists = false;
    bool follows_planted_links = false; ///< reads devices, and by links that anyone can have made
    bool checks_missing_programs = false;
    bool is_silent_about_unread_lines = false; ///< `regline`

    // --- promises ---
    bool takes_references_as_text = false; ///< unresolved ones: a file called `$(undefined)`
    bool drops_circular_with = false;
    bool calls_with_open_arguments = false;
    bool calls_without_arguments = false;
    bool accepts_late_words =
        false; ///< that an attribute does not take, if they come up in the run
    bool skips_set_classes = false;
    bool ignores_failed_edits = false;
    bool ignores_kinds_of_failures = false; ///< missing permission, time limits: just failures
    bool makes_equal_edits_once = false;    ///< in a file, whatever was done to it between them
    bool knows_no_package_manager = false;
    bool ends_at_missing_services = false;

    /// That of the reference agent: all of them.
    static Manner of_reference();
};

struct Deviation {
    std::string_view name;
    bool Manner::*property;
};

/// All properties of Manner.
std::span<const Deviation> deviations();

} // namespace vow::cfengine
