#include "policy/cfengine/library/library.h"

#include <algorithm>
#include <array>

namespace vow::cfengine {
namespace {

struct LeftNames {
    std::string_view type;
    std::string_view names; ///< separated by blanks, one after the last
};

/// The names are facts about the reference's library; what they mean is documented there.
constexpr std::array left = {
    LeftNames{"acl", "ntfs "},
    LeftNames{"action", "fresh_systemd_state ifwin_bg "},
    LeftNames{
        "agent",
        "aix_services classic_services collect_vars event_debug_handler event_handle "
        "event_install_handler event_register event_usage_example feature feature_test git "
        "git_add git_checkout git_checkout_new_branch git_clean git_commit git_init git_stash "
        "git_stash_and_clean package_specific package_specific_absent package_specific_latest "
        "package_specific_present probabilistic_usebundle service_config standard_services "
        "systemd_services testing_generic_report testing_junit_report testing_ok "
        "testing_ok_if testing_skip testing_tap_bailout testing_tap_report testing_todo "
        "testing_usage_example url_ping validate_config_and_restart_service "},
    LeftNames{"classes", "event_cancel_events feature_cancel "},
    LeftNames{"contain", "powershell "},
    LeftNames{"database_server", "local_mysql local_postgresql "},
    LeftNames{"edit_line", "create_solaris_admin_file "},
    LeftNames{"environment_resources", "kvm "},
    LeftNames{"fsattrs", "immutable is_immutable is_not_immutable "},
    LeftNames{"match_value", "line_match_value scan_changing_file scan_log single_value "},
    LeftNames{
        "package_method",
        "alpinelinux apt apt_get apt_get_permissive apt_get_release brew dpkg_version emerge "
        "freebsd freebsd_portmaster generic ips msi_explicit msi_implicit npm npm_g opencsw "
        "pacman pip rpm_filebased rpm_version smartos smartos_pkg_add solaris solaris_install "
        "windows_feature yum yum_group yum_rpm yum_rpm_enable_repo yum_rpm_permissive zypper "},
    LeftNames{
        "package_module", "apk dnf_group freebsd_ports nimclient pkg pkgsrc slackpkg snap zypper "},
    LeftNames{"service_method", "aix_service_method standard_services systemd_services "},
};

} // namespace

bool is_left_to_reference(std::string_view type, std::string_view name) {
    return std::ranges::any_of(left, [&](const LeftNames& of) {
        if (of.type != type) return false;
        for (std::string_view rest = of.names; !rest.empty();) {
            const std::string_view each = rest.substr(0, rest.find(' '));
            if (each == name) return true;
            rest.remove_prefix(each.size() + 1);
        }
        return false;
    });
}

} // namespace vow::cfengine
