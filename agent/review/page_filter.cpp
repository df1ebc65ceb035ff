#include "agent/page/page.h"
#include "agent/review/page_sections.h"
#include "agent/review/run_text.h"

#include <algorithm>
#include <utility>

namespace vow::agent {
namespace {

constexpr std::size_t max_values = 100; ///< of one list

/// In the order of the lists.
std::array<std::string, 4> values_of(const RecordedOutcome& outcome) {
    const RecordedPromise& promise = outcome.promise;
    return {
        words_of_result(outcome.result),
        promise.type,
        outcome.bundle,
        promise.place.substr(0, promise.place.rfind(':'))};
}

/// The most common ones.
std::vector<std::string> common(const std::map<std::string, std::size_t>& counts) {
    std::vector<std::pair<std::string, std::size_t>> all(counts.begin(), counts.end());
    std::ranges::stable_sort(all, [](const auto& one, const auto& other) {
        return one.second > other.second;
    });
    all.resize(std::min(all.size(), max_values));
    std::vector<std::string> values;
    values.reserve(all.size());
    for (auto& [value, count] : all)
        values.push_back(std::move(value));
    std::ranges::sort(values);
    return values;
}

} // namespace

PageFilter::PageFilter(const std::vector<RecordedOutcome>& outcomes) {
    std::array<std::map<std::string, std::size_t>, names.size()> counts;
    for (const RecordedOutcome& outcome : outcomes) {
        auto values = values_of(outcome);
        for (std::size_t list = 0; list < names.size(); ++list) {
            if (!values.at(list).empty()) ++counts.at(list)[std::move(values.at(list))];
        }
    }
    for (std::size_t list = 0; list < names.size(); ++list) {
        std::size_t number = 0;
        for (std::string& value : common(counts.at(list)))
            numbers_.at(list).emplace(std::move(value), ++number);
    }
}

std::string PageFilter::attributes_of(const RecordedOutcome& outcome) const {
    const auto values = values_of(outcome);
    std::string text;
    for (std::size_t list = 0; list < names.size(); ++list) {
        const auto found = numbers_.at(list).find(values.at(list));
        if (found == numbers_.at(list).end()) continue;
        text.append(" data-").append(names.at(list)).append("=\"");
        text.append(std::to_string(found->second)).append("\"");
    }
    return text;
}

std::string PageFilter::form() const {
    std::string text = "<form id=\"filter\" role=\"search\" aria-label=\"outcomes\">\n<label "
                       "id=\"search\" hidden>Search <input name=\"words\" "
                       "type=\"search\"></label>\n";
    for (std::size_t list = 0; list < names.size(); ++list) {
        text.append("<label>").append(names.at(list)).append(" <select name=\"");
        text.append(names.at(list)).append(R"("><option value="">all</option>)");
        for (const auto& [value, number] : numbers_.at(list)) {
            text.append("<option value=\"").append(std::to_string(number)).append("\">");
            text.append(safe_text(value)).append("</option>");
        }
        text += "</select></label>\n";
    }
    return text + "<button type=\"reset\">Show all</button>\n<output id=\"count\" "
                  "aria-live=\"polite\"></output>\n</form>\n";
}

std::string PageFilter::style() const {
    std::string text;
    for (std::size_t list = 0; list < names.size(); ++list) {
        const std::string name = names.at(list);
        for (const auto& [value, number] : numbers_.at(list)) {
            const std::string chosen = std::to_string(number);
            text.append("main:has(select[name=").append(name).append("] option[value=\"");
            text.append(chosen).append("\"]:checked) article:not([data-").append(name);
            text.append("=\"").append(chosen).append("\"]) { display: none; }\n");
        }
    }
    return text;
}

std::string_view PageFilter::script() {
    return R"(
const form = document.getElementById("filter");
const cards = [...document.querySelectorAll("article")];
const count = document.getElementById("count");
function search() {
  const words = form.elements.words.value.toLowerCase();
  let shown = 0;
  for (const card of cards) {
    card.hidden = !card.textContent.toLowerCase().includes(words);
    if (!card.hidden && getComputedStyle(card).display !== "none") shown += 1;
  }
  count.textContent = shown + " of " + cards.length + " outcomes";
}
form.addEventListener("input", search);
form.addEventListener("reset", () => setTimeout(search));
form.addEventListener("submit", (event) => event.preventDefault());
document.getElementById("search").hidden = false;
search();
)";
}

} // namespace vow::agent
