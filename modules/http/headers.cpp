#include "modules/http/headers.h"

#include "modules/sdk/cpp/text.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <cctype>

namespace vow::modules {

namespace {

constexpr std::string_view secret_words[] = {
    "auth", "cookie", "credential", "key", "passw", "secret", "session", "signature", "token"};

constexpr std::string_view header_blanks = " \t\r"; ///< around names and values

bool is_name_letter(char letter) {
    constexpr std::string_view others = "!#$%&'*+-.^_`|~";
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
           others.find(letter) != std::string_view::npos;
}

bool is_control(char letter) {
    return (static_cast<unsigned char>(letter) < 0x20 && letter != '\t') || letter == 0x7f;
}

/// Collects headers; the first fault refuses them all.
class HeaderCollector {
public:
    void add_line(std::string_view text) {
        const std::size_t colon = text.find(':');
        if (colon == std::string_view::npos) {
            refuse("must contain 'name: value' pairs, one per line; a line has no colon");
        } else {
            add(trimmed(text.substr(0, colon), header_blanks),
                trimmed(text.substr(colon + 1), header_blanks));
        }
    }

    void add_lines(std::string_view text) {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            if (!trimmed(text.substr(0, end), header_blanks).empty()) add_line(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }

    void add_member(std::string_view name, const Data& value) {
        if (value.is_container() || value.kind() == Data::Kind::null) {
            refuse(text({"must contain texts, and '", name, "' is not one"}));
        } else {
            add(name, trimmed(value.text(), header_blanks));
        }
    }

    void refuse(std::string fault) {
        if (fault_.empty()) fault_ = std::move(fault);
    }

    std::variant<RequestHeaders, std::string> result() const {
        if (!fault_.empty()) return fault_;
        return headers_;
    }

private:
    void add(std::string_view name, std::string_view value) {
        if (name.empty() || !std::ranges::all_of(name, is_name_letter)) {
            refuse("must contain names of letters, digits and '-' before the colon");
        } else if (std::ranges::any_of(value, is_control)) {
            refuse(text({"must contain values without control characters, and '", name, "' has one"}
            ));
        } else {
            headers_.push_back({std::string(name), std::string(value)});
        }
    }

    RequestHeaders headers_;
    std::string fault_;
};

void collect(HeaderCollector& collector, const std::string& text) {
    collector.add_lines(text);
}

void collect(HeaderCollector& collector, const std::vector<std::string>& lines) {
    for (const std::string& line : lines)
        collector.add_line(line);
}

void collect(HeaderCollector& collector, const Data& data) {
    const bool is_empty_list = data.kind() == Data::Kind::array && data.size() == 0;
    if (data.kind() != Data::Kind::object && !is_empty_list) {
        collector.refuse("must be a text, a list, or data with a member for each header");
    }
    for (const auto& [name, value] : data.members())
        collector.add_member(name, value);
}

} // namespace

std::variant<RequestHeaders, std::string> headers_from(const AttributeValue& value) {
    HeaderCollector collector;
    std::visit([&](const auto& promised) { collect(collector, promised); }, value);
    return collector.result();
}

const RequestHeader* find_header(const RequestHeaders& headers, std::string_view name) {
    const std::string wanted = lower_case(name);
    const auto found = std::ranges::find_if(headers, [&](const RequestHeader& header) {
        return lower_case(header.name) == wanted;
    });
    return found == headers.end() ? nullptr : &*found;
}

bool is_secret_name(std::string_view name) {
    const std::string lower = lower_case(name);
    return std::ranges::any_of(secret_words, [&](std::string_view word) {
        return lower.find(word) != std::string::npos;
    });
}

std::string line_of(const RequestHeader& header) {
    return header.value.empty() ? header.name + ";" : header.name + ": " + header.value;
}

bool is_called(std::string_view line, std::string_view name) {
    return lower_case(line.substr(0, line.find(':'))) == name && line.size() > name.size();
}

std::string value_in(std::string_view line) {
    line.remove_prefix(line.find(':') + 1);
    const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
    line.remove_prefix(begin);
    return std::string(line.substr(0, line.find_last_not_of(" \t\r\n") + 1));
}

} // namespace vow::modules
