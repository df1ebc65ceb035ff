#include "modules/everyday/edited_file.h"
#include "modules/everyday/everyday.h"
#include "modules/makers.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/text/text.h"

#include <algorithm>

#include <arpa/inet.h>

namespace vow::modules {
namespace {

const std::string hosts_table = "/etc/hosts";
constexpr std::string_view host_blanks = " \t";

PromiseTypeDescription hosts_type() {
    PromiseTypeDescription type{
        .name = "hosts",
        .summary = "names of addresses in /etc/hosts",
        .promiser_summary = "the address",
        .promiser_pattern = "([0-9]{1,3}[.]){3}[0-9]{1,3}|"
                            "([0-9A-Fa-f]{1,4}:|::)[0-9A-Fa-f:.]*(%[A-Za-z0-9_.-]+)?",
    };
    type.attributes = {
        texts_attribute(
            "names", "[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_.])?", "the names of the address"
        ),
        absent_attribute("these names, or without any the address, are not there"),
    };
    type.rules = required_unless_absent({"names"});
    type.examples = {"hosts:\n  \"10.0.0.5\"\n    names => { \"db.example.org\", \"db\" };"};
    return type;
}

std::vector<std::string> faults_of_hosts(const Promise& promise) {
    const std::string address = promise.promiser.substr(0, promise.promiser.find('%'));
    in6_addr bytes = {};
    const bool is_address = ::inet_pton(AF_INET, address.c_str(), &bytes) == 1 ||
                            ::inet_pton(AF_INET6, address.c_str(), &bytes) == 1;
    if (is_address && promise.promiser.find_first_of(" \t\r\n") == std::string::npos) return {};
    return {text(
        {"'", promise.promiser, "' is not an address; expected is one as 10.0.0.5 or 2001:db8::5"}
    )};
}

/// A line of hosts(5): an address and its names, then perhaps a comment.
class HostLine {
public:
    HostLine(std::string_view line, const std::string& address) : line_(line) {
        const std::string_view entry = line.substr(0, line.find('#'));
        for (std::size_t at = entry.find_first_not_of(host_blanks); at < entry.size();
             at = entry.find_first_not_of(host_blanks, at)) {
            const std::size_t end = std::min(entry.find_first_of(host_blanks, at), entry.size());
            words_.push_back(entry.substr(at, end - at));
            at = end;
        }
        is_of_address_ = !words_.empty() && lower_case(words_.front()) == lower_case(address);
    }

    bool is_of_address() const { return is_of_address_; }
    bool has(std::string_view name) const {
        return std::ranges::any_of(words_.begin() + 1, words_.end(), [&](std::string_view word) {
            return lower_case(word) == lower_case(name);
        });
    }
    bool has_names() const { return words_.size() > 1; }

    /// The line with further names after its last one.
    std::string with(const std::vector<std::string>& names) const {
        const std::string_view last = words_.back();
        const auto end = static_cast<std::size_t>(last.data() - line_.data()) + last.size();
        std::string line(line_.substr(0, end));
        for (const std::string& name : names)
            line += " " + name;
        return line.append(line_.substr(end));
    }

    /// The line without some names; empty if none would be left.
    std::string without(const std::vector<std::string>& names) const {
        std::string line(line_);
        std::size_t left = words_.size() - 1;
        for (std::size_t word = words_.size(); --word > 0;) {
            const bool goes = std::ranges::any_of(names, [&](const std::string& name) {
                return lower_case(name) == lower_case(words_[word]);
            });
            if (!goes) continue;
            --left;
            const auto begin = static_cast<std::size_t>(words_[word].data() - line_.data());
            const std::size_t before = line_.find_last_not_of(host_blanks, begin - 1) + 1;
            line.erase(before, begin + words_[word].size() - before);
        }
        return left == 0 ? "" : line;
    }

private:
    std::string_view line_;
    std::vector<std::string_view> words_;
    bool is_of_address_ = false;
};

void put_names(Lines& lines, const std::string& address, std::vector<std::string> names) {
    std::optional<std::size_t> first;
    for (std::size_t at = 0; at < lines.size(); ++at) {
        const HostLine line(lines[at], address);
        if (!line.is_of_address()) continue;
        if (!first) first = at;
        std::erase_if(names, [&](const std::string& name) { return line.has(name); });
    }
    if (names.empty()) return;
    if (first)
        lines.replace(*first, HostLine(lines[*first], address).with(names));
    else
        lines.append(address + " " + joined(names, " "));
}

void remove_names(Lines& lines, const std::string& address, const std::vector<std::string>& names) {
    for (std::size_t at = lines.size(); at-- > 0;) {
        const HostLine line(lines[at], address);
        if (!line.is_of_address()) continue;
        const std::string rest = names.empty() ? "" : line.without(names);
        if (rest.empty())
            lines.remove(at);
        else
            lines.replace(at, rest);
    }
}

Outcome keep_hosts(const Promise& promise, Record& record, Log& /*log*/) {
    auto file = EditedFile::open(hosts_table, record);
    if (!file) return {};
    const Settings settings(promise.attributes);
    const auto promised = settings.list("names");
    Lines lines = file->lines();
    const std::string what = promised.empty()
                                 ? text({"address ", promise.promiser, " in '", hosts_table, "'"})
                                 : text(
                                       {"names '",
                                        joined(promised, " "),
                                        "' of ",
                                        promise.promiser,
                                        " in '",
                                        hosts_table,
                                        "'"}
                                   );
    if (settings.holds("absent")) {
        remove_names(lines, promise.promiser, promised);
        file->keep(lines.text(), EditedFile::removing(what));
    } else {
        put_names(lines, promise.promiser, promised);
        file->keep(lines.text(), EditedFile::setting(what), {.access = {.mode = 0644}});
    }
    return {};
}

} // namespace

std::unique_ptr<Module> make_hosts_module() {
    return std::make_unique<EverydayModule>(hosts_type(), keep_hosts, faults_of_hosts);
}

} // namespace vow::modules
