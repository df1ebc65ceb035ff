#include "agent/explain/explain.h"

#include "agent/explain/explained_names.h"
#include "agent/explain/explained_promises.h"
#include "policy/source/diagnostic.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace vow::agent {

std::vector<Explanation> explain(std::string_view what, const Clues& clues) {
    const Question question = Question::from(what);
    std::vector<Explanation> all;
    const auto add = [&](std::vector<Explanation> found) {
        std::ranges::move(found, std::back_inserter(all));
    };
    if (question.is_about("class")) add(explain_class(question.name, clues));
    if (question.is_about("variable")) add(explain_variables(question.name, clues));
    add(explain_scopes(question, clues));
    if (question.is_about("promise")) add(explain_promises(question, clues, all));
    return all;
}

std::string suggestion_among(std::string_view what, const Clues& clues) {
    return did_you_mean(Question::from(what).name, clues.names());
}

} // namespace vow::agent
