#pragma once

#include "agent/fleet/rollout.h"
#include "protocol/data/data.h"

#include <cstddef>
#include <string>
#include <vector>

namespace vow::agent {

/// Lines of columns, as wide as their widest text; the first line is the heading. Names that
/// hosts have chosen are shown without their control characters.
void print_table(const std::vector<std::vector<std::string>>& lines);
void print_line(const std::string& line);
void print_document(const Data& data);

/// One line about a rollout, for lists, logs and pipes.
std::string line_of(const Rollout& rollout, const RolloutCount& count);

/// Several lines for a terminal: state, each wave with a bar of its hosts, failures with the first
/// reason.
std::string view_of(const Rollout& rollout, const std::vector<RolloutHost>& hosts);

/// Writes a text to standard output again and again, in the place of the one before if that is a
/// terminal, else only when it changes.
class Redrawing {
public:
    void show(const std::string& text);
    static bool is_on_terminal();

private:
    std::string last_;
};

} // namespace vow::agent
