#pragma once

#include "policy/run/host_programs.h"
#include "protocol/promise/promise.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>

namespace vow {

class Host;

/// Another machine that a run works on.
struct Destination {
    std::string host;      ///< a name or an address
    std::string user = {}; ///< empty: the usual one of the host
    std::string port = {}; ///< empty: the usual one

    friend bool operator<(const Destination& left, const Destination& right) {
        return std::tie(left.host, left.user, left.port) <
               std::tie(right.host, right.user, right.port);
    }
};

/// The other machine cannot be reached, or no longer.
class ConnectionLost : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Another machine, with the two joints that a language needs: questions to it, and promise types
/// that are kept there. Both are those of this machine in another place, so that no language knows
/// how it is reached.
class Connection {
public:
    Connection() = default;
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    virtual ~Connection() = default;

    /// The other machine, for one of those that use the connection; `pause` lets the others work
    /// while an answer is awaited. If it throws, the connection is lost. Waits until the machine
    /// has answered. Throws ConnectionLost, as all members of the host do. Borrows the connection.
    virtual std::unique_ptr<Host> host(Pause pause) = 0;
    /// The bundled type of that name, kept on the other machine. Lives as long as this machine's
    /// host. Waits in the same way. Throws ConnectionLost.
    virtual const PromiseType& type(std::string_view name, const Pause& pause) = 0;
    virtual bool is_lost() const = 0;
};

} // namespace vow
