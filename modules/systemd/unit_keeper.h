#pragma once

#include "modules/systemd/service_manager.h"
#include "modules/systemd/unit_file.h"
#include "modules/systemd/unit_step.h"
#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"

#include <string>
#include <string_view>
#include <vector>

namespace vow::modules {

/// Keeps one `systemd` promise: the unit file first, then masked and enabled, then the running
/// state. Stops at the first failing step. Borrows its arguments.
class UnitKeeper {
public:
    UnitKeeper(const Promise& promise, Record& record, Log& log);

    /// The result classes.
    std::vector<std::string> keep();

    /// The possible suffixes of result classes.
    static std::vector<std::string_view> classes();

private:
    enum class Next { go_on, stop };

    Next keep_present();
    Next keep_absent();
    Next keep_file();
    Next keep_masked();
    Next keep_enabled();
    Next keep_running();

    Next install();
    Next remove();
    Next reread(); ///< as part of changing a unit file
    Next take(const UnitStep& step);
    Next fail(std::string_view problem, std::string_view class_ending);
    Next read_state();
    bool uses_systemd() const;
    void define(std::string_view class_ending);

    const Settings settings_;
    const std::string& promiser_;
    const std::string unit_;  ///< with its suffix
    const std::string state_; ///< as promised
    const UnitFile file_;
    const ServiceManager systemd_;
    Record& record_;
    UnitState found_ = {};
    std::vector<std::string> classes_;
};

} // namespace vow::modules
