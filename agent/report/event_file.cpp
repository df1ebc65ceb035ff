#include "agent/report/event_file.h"

#include "agent/report/output_file.h"

namespace vow::agent {

EventFile::EventFile(const std::string& path, LogLevel level)
    : path_(path),
      file_(open_output_file("--json", path)),
      output_(file_.number(), buffering_for(file_.number())),
      events_(output_, level) {}

int EventFile::finished(int status, const Data& details) {
    events_.run_ended(status, details);
    return output_.finished(status, path_ == "-" ? "standard output" : "'" + path_ + "'");
}

} // namespace vow::agent
