#include "modules/sdk/cpp/serve.h"

#include "protocol/wire/header.h"
#include "protocol/wire/message.h"

#include <charconv>
#include <istream>
#include <ostream>
#include <stdexcept>

namespace vow::modules {
namespace {

/// The asker does not keep to the protocol.
class ProtocolError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Log lines go out as they come, each on a line of its own.
class StreamLog : public Log {
public:
    StreamLog(std::ostream& replies, LogLevel level) : replies_(replies), level_(level) {}

    void line(LogLevel level, std::string_view text) override {
        if (level > level_) return;
        std::string one_line(text);
        for (char& character : one_line) {
            if (character == '\n') character = ' ';
        }
        replies_ << "log_" << text_of(level) << '=' << one_line << '\n' << std::flush;
    }

private:
    std::ostream& replies_;
    LogLevel level_;
};

std::string text_at(const Data& request, std::string_view name) {
    const Data* value = request.find(name);
    return value == nullptr ? std::string() : std::string(value->text());
}

/// A text stays a text, an array of texts is a list, anything else is data.
AttributeValue attribute_from(const Data& value) {
    if (value.kind() == Data::Kind::string) return std::string(value.text());
    if (value.kind() != Data::Kind::array) return value;
    std::vector<std::string> list;
    for (const Data& item : value.items()) {
        if (item.kind() != Data::Kind::string) return value;
        list.emplace_back(item.text());
    }
    return list;
}

LogLevel level_of(const Data& request) {
    return log_level_from(text_at(request, "log_level")).value_or(LogLevel::notice);
}

std::uint32_t line_number_of(const Data& request) {
    const std::string digits = text_at(request, "line_number");
    std::uint32_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

/// What a request asks to be kept. `type` lives as long as the promise.
Promise promise_from(const Data& request, const PromiseType& type) {
    Promise promise{.type = &type, .promiser = text_at(request, "promiser")};
    promise.origin.file = text_at(request, "filename");
    promise.origin.line = line_number_of(request);
    promise.terms.log_level = level_of(request);
    const Data* attributes = request.find("attributes");
    if (attributes == nullptr) return promise;
    for (const auto& [name, value] : attributes->members()) {
        if (name == "action_policy") {
            promise.terms.policy = value.text() == "warn"  ? Terms::Policy::warn
                                   : value.text() == "nop" ? Terms::Policy::nop
                                                           : Terms::Policy::fix;
        } else {
            promise.attributes.set(name, attribute_from(value));
        }
    }
    return promise;
}

/// The protocol knows fewer results than there are verdicts.
wire::Result result_of(const Outcome& outcome) {
    switch (outcome.result()) {
    case Verdict::kept: return wire::Result::kept;
    case Verdict::repaired: return wire::Result::repaired;
    case Verdict::not_kept:
    case Verdict::denied:
    case Verdict::timed_out: return wire::Result::not_kept;
    case Verdict::error: break;
    }
    return wire::Result::error;
}

/// One conversation, from header to terminate.
class Service {
public:
    Service(Module& module, std::istream& requests, std::ostream& replies)
        : module_(module),
          requests_(requests),
          replies_(replies) {}

    void run() {
        if (const auto header = next_line(); !header || !header->starts_with("cf-agent ")) {
            throw ProtocolError("expected the header of an agent");
        }
        replies_ << wire::header_text({
                        .name = std::string(module_.name()),
                        .version = std::string(module_.version()),
                        .variant = wire::Variant::json_based,
                        .flags = {"action_policy"},
                    })
                 << std::flush;
        while (const auto line = next_line()) {
            if (answer(*line) == wire::Operation::terminate) return;
        }
    }

private:
    /// The next line that says something; none at the end of input.
    std::optional<std::string> next_line() {
        for (std::string line; std::getline(requests_, line);) {
            if (!line.empty()) return line;
        }
        return std::nullopt;
    }

    wire::Operation answer(const std::string& line) {
        const auto read = parse_json(line);
        const auto* request = std::get_if<Data>(&read);
        if (request == nullptr) throw ProtocolError(std::get<DataError>(read).message);
        const auto operation = wire::operation_from(text_at(*request, "operation"));
        if (!operation) throw ProtocolError("unknown operation in: " + line);
        if (*operation == wire::Operation::terminate) {
            reply(*operation, wire::Result::success, {});
        } else {
            ask(*operation, *request);
        }
        return *operation;
    }

    void ask(wire::Operation operation, const Data& request) {
        const PromiseType type{.name = text_at(request, "promise_type")};
        const Promise promise = promise_from(request, type);
        StreamLog log(replies_, promise.terms.log_level);
        if (operation == wire::Operation::validate_promise) {
            const bool valid = module_.validate(promise, log) == Validity::valid;
            return reply(operation, valid ? wire::Result::valid : wire::Result::invalid, {});
        }
        const Outcome outcome = module_.evaluate(promise, log);
        reply(operation, result_of(outcome), outcome.classes);
    }

    void
    reply(wire::Operation operation, wire::Result result, const std::vector<std::string>& classes) {
        std::vector<Data::Member> members = {
            {"operation", Data::string(std::string(text_of(operation)))},
            {"result", Data::string(std::string(text_of(result)))},
        };
        Data::Array names;
        for (const std::string& name : classes)
            names.push_back(Data::string(name));
        if (!names.empty()) members.emplace_back("result_classes", Data::array(std::move(names)));
        replies_ << json_text(Data::object(std::move(members))) << "\n\n" << std::flush;
    }

    Module& module_;
    std::istream& requests_;
    std::ostream& replies_;
};

} // namespace

int serve(Module& module, std::istream& requests, std::ostream& replies) {
    try {
        Service(module, requests, replies).run();
        return 0;
    } catch (const std::exception& error) {
        replies << "log_critical=" << error.what() << '\n' << std::flush;
        return 1;
    }
}

} // namespace vow::modules
