#pragma once

#include "agent/command_line/options.h"
#include "agent/history/run_record.h"
#include "agent/report/output.h"

#include <string>
#include <string_view>

namespace vow::agent {

/// Standard output of the commands that read the history: lines without the control characters of
/// policies and modules, or one JSON document.
class Printer {
public:
    enum class Tone { plain, good, bad, quiet };

    explicit Printer(const Options& options);

    void line(std::string_view text, Tone tone = Tone::plain);
    /// A change and its diff, indented and coloured.
    void change(const Data& change);
    /// An outcome with its reason and its changes; `mark` begins the line.
    void outcome(const RecordedOutcome& outcome, std::string_view mark = "");
    void document(const Data& data);
    /// Ends the output. Returns the exit status as Output::finished() does.
    int finished(int status) { return output_.finished(status, "standard output"); }

private:
    Output output_;
    bool is_colored_;
};

} // namespace vow::agent
