#include "agent/review/review.h"

#include "agent/review/views.h"

namespace vow::agent {

int review_history(const Options& options) {
    Reading history(options);
    switch (options.history.view) {
    case HistoryOptions::View::list: return list_runs(options, history);
    case HistoryOptions::View::show: return show_run(options, history);
    case HistoryOptions::View::difference: return show_difference(options, history);
    case HistoryOptions::View::promise: return show_promise(options, history);
    case HistoryOptions::View::status: return show_status(options, history);
    case HistoryOptions::View::report: return write_report(options, history);
    }
    return number_of(ExitStatus::fault);
}

} // namespace vow::agent
