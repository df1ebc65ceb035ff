#include "policy/cfengine/loading/data_mistakes.h"

#include <algorithm>

namespace vow::cfengine {
namespace {

constexpr char separator = '\0';

/// Walks over the values of a JSON text that is known to be valid.
class JsonWalk {
public:
    explicit JsonWalk(std::string_view json) : json_(json) {}

    /// Calls `visit(name, place)` for each member or item of the container that is next, with the
    /// text at its value; it passes the value. Passes any other value.
    template <class Visit>
    void each(const Visit& visit) {
        skip_blanks();
        const char opening = next();
        if (opening != '{' && opening != '[') return pass_value();
        ++at_;
        for (std::size_t index = 0;; ++index) {
            skip_blanks();
            if (next() == '}' || next() == ']' || next() == '\0') break;
            if (opening == '{')
                visit_member(visit);
            else
                visit_item(visit, index);
            skip_blanks();
            if (next() == ',') ++at_;
        }
        ++at_;
    }

    void pass_value() {
        skip_blanks();
        for (int depth = 0; at_ < json_.size();) {
            const char c = next();
            const bool is_end = c == ',' || c == '}' || c == ']';
            if (depth == 0 && is_end) return;
            if (c == '"') {
                pass_string();
                continue;
            }
            if (c == '{' || c == '[') ++depth;
            if (c == '}' || c == ']') --depth;
            ++at_;
        }
    }

private:
    char next() const { return at_ < json_.size() ? json_[at_] : '\0'; }

    void skip_blanks() { at_ = std::min(json_.find_first_not_of(" \t\r\n", at_), json_.size()); }

    /// Brackets within texts do not count.
    void pass_string() {
        for (++at_; at_ < json_.size() && json_[at_] != '"';)
            at_ += json_[at_] == '\\' ? 2U : 1U;
        ++at_;
    }

    template <class Visit>
    void visit_member(const Visit& visit) {
        const std::size_t begin = at_;
        pass_string();
        const std::size_t end = at_;
        skip_blanks();
        ++at_; // the colon
        visit(std::string(json_.substr(begin + 1, end - begin - 2)), range(begin, end));
    }

    template <class Visit>
    void visit_item(const Visit& visit, std::size_t index) {
        const std::size_t begin = at_;
        pass_value();
        const std::size_t last = json_.find_last_not_of(" \t\r\n", at_ - 1);
        at_ = begin;
        visit(std::to_string(index), range(begin, last + 1));
    }

    static ByteRange range(std::size_t begin, std::size_t end) {
        return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    }

    std::string_view json_;
    std::size_t at_ = 0;
};

} // namespace

JsonPlaces::JsonPlaces(std::string_view json) {
    JsonWalk walk(json);
    walk.each([&](const std::string& section, ByteRange place) {
        places_.insert_or_assign(section, place);
        walk.each([&](const std::string& name, ByteRange inner) {
            places_.insert_or_assign(section + separator + name, inner);
            walk.pass_value();
        });
    });
}

std::optional<ByteRange> JsonPlaces::find(std::span<const std::string> path) const {
    std::string key;
    for (const std::string& step : path)
        key.append(key.empty() ? "" : std::string(1, separator)).append(step);
    const auto found = places_.find(key);
    return found == places_.end() ? std::nullopt : std::optional(found->second);
}

} // namespace vow::cfengine
