#pragma once

#include "policy/run/host.h"
#include "protocol/data/data.h"

#include <charconv>
#include <tuple>
#include <type_traits>

/// The values that a host answers with, as JSON for the connection between two vows.
namespace vow::agent::wire_value {

/// JSON holds text, but paths and contents of files are bytes: each byte is one character.
std::string text_of_bytes(std::string_view bytes);
/// The reverse; characters beyond a byte are dropped.
std::string bytes_of_text(std::string_view text);

template <class T>
struct Codec; // of each type below

/// The type of an argument at the end that receives it.
template <class Argument>
using Held = std::conditional_t<
    std::is_same_v<std::remove_cvref_t<Argument>, std::string_view>,
    std::string,
    std::remove_cvref_t<Argument>>;

template <class T>
Data packed(const T& value) {
    return Codec<T>::packed(value);
}
/// The default value for data of another form.
template <class T>
T unpacked(const Data* data) {
    return data == nullptr ? T{} : Codec<T>::unpacked(*data);
}

template <>
struct Codec<std::string> {
    static Data packed(const std::string& value) { return Data::string(text_of_bytes(value)); }
    static std::string unpacked(const Data& data) { return bytes_of_text(data.text()); }
};

template <>
struct Codec<std::string_view> {
    static Data packed(std::string_view value) { return Data::string(text_of_bytes(value)); }
};

template <>
struct Codec<bool> {
    static Data packed(bool value) { return Data::boolean(value); }
    static bool unpacked(const Data& data) { return data.truth(); }
};

template <class T>
requires std::is_integral_v<T>
struct Codec<T> {
    static Data packed(T value) { return Data::integer(static_cast<std::int64_t>(value)); }
    static T unpacked(const Data& data) {
        const std::string_view digits = data.text();
        std::int64_t number = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
        return static_cast<T>(number);
    }
};

template <class T>
constexpr T last_of{};
template <>
inline constexpr auto last_of<FileKind> = FileKind::block_device;
template <>
inline constexpr auto last_of<Symlinks> = Symlinks::as_they_are;
template <>
inline constexpr auto last_of<Access> = Access::execute;
template <>
inline constexpr auto last_of<Host::AccessLists> = Host::AccessLists::inherited;
template <>
inline constexpr auto last_of<Digest::Algorithm> = Digest::Algorithm::sha512;

template <class T>
requires std::is_enum_v<T>
struct Codec<T> {
    static Data packed(T value) { return Data::integer(static_cast<int>(value)); }
    static T unpacked(const Data& data) {
        const int number = Codec<int>::unpacked(data);
        const bool is_known = number >= 0 && number <= static_cast<int>(last_of<T>);
        return is_known ? static_cast<T>(number) : T{};
    }
};

template <class T>
struct Codec<std::vector<T>> {
    static Data packed(const std::vector<T>& items) {
        Data::Array all;
        all.reserve(items.size());
        for (const T& item : items)
            all.push_back(wire_value::packed(item));
        return Data::array(std::move(all));
    }
    static std::vector<T> unpacked(const Data& data) {
        std::vector<T> items;
        items.reserve(data.size());
        for (const Data& item : data.items())
            items.push_back(Codec<T>::unpacked(item));
        return items;
    }
};

template <class T>
struct Codec<std::optional<T>> {
    static Data packed(const std::optional<T>& value) {
        return value ? Data::array({wire_value::packed(*value)}) : Data();
    }
    static std::optional<T> unpacked(const Data& data) {
        if (const Data* value = data.at(0)) return Codec<T>::unpacked(*value);
        return std::nullopt;
    }
};

template <class T>
struct Codec<Answer<T>> {
    static Data packed(const Answer<T>& answer) {
        return Data::array({wire_value::packed(answer.value), wire_value::packed(answer.why_not)});
    }
    static Answer<T> unpacked(const Data& data) {
        Answer<T> answer{
            wire_value::unpacked<std::optional<T>>(data.at(0)),
            wire_value::unpacked<std::string>(data.at(1))};
        if (!answer && answer.why_not.empty()) answer.why_not = "it answered with something else";
        return answer;
    }
};

template <class T>
struct Codec<CheckedAnswer<T>> {
    static Data packed(const CheckedAnswer<T>& checked) {
        const Answer<T>& answer = checked;
        return Data::array({wire_value::packed(answer), wire_value::packed(checked.objection)});
    }
    static CheckedAnswer<T> unpacked(const Data& data) {
        return {
            wire_value::unpacked<Answer<T>>(data.at(0)),
            wire_value::unpacked<std::optional<std::string>>(data.at(1))};
    }
};

template <>
struct Codec<std::chrono::system_clock::time_point> {
    using Time = std::chrono::system_clock::time_point;
    static Data packed(Time time) { return Data::integer(time.time_since_epoch().count()); }
    static Time unpacked(const Data& data) {
        return Time(Time::duration(Codec<Time::rep>::unpacked(data)));
    }
};

// The members of structures, in the order in which they are sent.
template <class T>
requires std::is_same_v<std::remove_const_t<T>, FileStatus>
auto members_of(T& s) {
    return std::tie(
        s.kind,
        s.mode,
        s.owner,
        s.group,
        s.size,
        s.inode,
        s.device,
        s.links,
        s.accessed,
        s.modified,
        s.changed
    );
}
template <class T>
requires std::is_same_v<std::remove_const_t<T>, CommandResult>
auto members_of(T& r) {
    return std::tie(r.exit_code, r.output);
}
template <class T>
requires std::is_same_v<std::remove_const_t<T>, Command>
auto members_of(T& c) {
    return std::tie(c.arguments, c.code, c.environment, c.folder, c.input);
}
template <class T>
requires std::is_same_v<std::remove_const_t<T>, User>
auto members_of(T& u) {
    return std::tie(u.name, u.uid, u.gid, u.gecos, u.home, u.shell);
}
template <class T>
requires std::is_same_v<std::remove_const_t<T>, Group>
auto members_of(T& g) {
    return std::tie(g.name, g.gid, g.members);
}
template <class T>
requires std::is_same_v<std::remove_const_t<T>, Self>
auto members_of(T& s) {
    return std::tie(s.uid, s.gid, s.pid, s.parent);
}
template <class T>
requires std::is_same_v<std::remove_const_t<T>, RunningProcess>
auto members_of(T& p) {
    return std::tie(
        p.pid,
        p.parent,
        p.group,
        p.owner,
        p.state,
        p.tty,
        p.command,
        p.virtual_size,
        p.resident_size,
        p.nice,
        p.threads,
        p.started,
        p.seconds_used
    );
}

template <class T>
requires requires(T& value) {
    members_of(value);
}
struct Codec<T> {
    static Data packed(const T& value) {
        const auto pack = [](const auto&... members) {
            return Data::array({wire_value::packed(members)...});
        };
        return std::apply(pack, members_of(value));
    }
    static T unpacked(const Data& data) {
        T value{};
        std::size_t at = 0;
        const auto unpack = [&]<class... Members>(Members&... members) {
            ((members = wire_value::unpacked<Members>(data.at(at++))), ...);
        };
        std::apply(unpack, members_of(value));
        return value;
    }
};

} // namespace vow::agent::wire_value
