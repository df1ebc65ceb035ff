#pragma once

#include "agent/fleet/pages/pages.h"
#include "agent/fleet/report_store.h"

#include <map>
#include <set>
#include <string>

namespace vow::agent {

/// A folder with the pages of a fleet, for a web server or a browser. Pages are written when they
/// change, each atomically, and removed when their subject is gone. The folder is not durable:
/// after a power cut the next service writes it again. Members throw UsageError, DatabaseError and
/// BadMessage.
class Site {
public:
    /// Makes the folder.
    explicit Site(std::string folder);

    /// Brings the pages up to date; false if some hosts still wait for theirs, since one call
    /// writes a limited number of pages.
    bool update(const FleetPicture& fleet, ReportStore& store);

private:
    void write(const std::string& name, const std::string& page);
    bool write_hosts(const FleetPicture& fleet, ReportStore& store);
    void write_promises(
        const FleetPicture& fleet, const std::vector<StandingFailure>& failures, ReportStore& store
    );
    void remove_others();

    std::string folder_;
    std::map<std::string, std::string> written_; ///< digest of each page, by its name
    std::map<std::string, std::string> hosts_; ///< the subject of the page of each host, by its id
    std::set<std::string> current_;            ///< names of the pages of this update
};

} // namespace vow::agent
