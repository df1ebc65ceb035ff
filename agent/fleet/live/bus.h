#pragma once

#include "agent/fleet/nats_jwt.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vow::agent {

/// An operation of the bus failed: the server is not reached, does not answer in time, refuses.
class BusError : public std::runtime_error {
public:
    using runtime_error::runtime_error;
};

struct BusMessage {
    std::string subject = {};
    std::string reply = {}; ///< where an answer goes; may be empty
    std::string data = {};
    std::string id = {};        ///< header Nats-Msg-Id
    std::string signature = {}; ///< header Vow-Signature
    std::uint64_t sequence = 0; ///< in the stream that it comes from; 0: from none
};

/// How a connection is made and kept.
struct BusAccess {
    enum class Stay {
        briefly, ///< fails if the server cannot be reached now
        always   ///< connects when it can, and again whenever the connection is lost
    };
    std::string url;            ///< of one server, or several, separated by commas
    std::string authority = {}; ///< file of the authority that signed the server's certificate
    std::string name;           ///< shown by the server
    std::string inbox;          ///< beginning of the subjects of answers
    Credentials credentials;
    Stay stay = Stay::briefly;
    /// An attempt to connect again waits for a random part of it, so that the hosts of a fleet do
    /// not come all at once.
    std::chrono::milliseconds spread = std::chrono::seconds(2);
};

/// A value of a bucket, and the number of its last change.
struct BucketEntry {
    std::string key;
    std::string value;
    std::uint64_t revision = 0;
};

/// A connection to the bus: NATS with JetStream. This folder alone uses the library. Handlers are
/// called in its threads. Members throw BusError.
class Bus {
public:
    using Handler = std::function<void(BusMessage)>;
    using Milliseconds = std::chrono::milliseconds;

    explicit Bus(const BusAccess& access);
    Bus(const Bus&) = delete;
    Bus& operator=(const Bus&) = delete;
    ~Bus();

    bool is_connected() const;
    /// The connection was ended for good: the server refused the user.
    bool is_closed() const;
    /// Called when the connection is there, again or for the first time.
    void on_connected(std::function<void()> handler);

    void publish(const BusMessage& message);
    BusMessage request(const BusMessage& message, Milliseconds limit);
    /// Publishes to a stream, and waits until it has stored the message.
    void store(const BusMessage& message, Milliseconds limit);
    void subscribe(const std::string& subject, Handler handler);
    /// Waits until the server has handled all that was sent.
    void flush();

    /// Creates a stream unless it exists.
    struct Stream {
        std::string name;
        std::string subject;
        std::chrono::seconds max_age = {};    ///< 0: without a limit
        std::chrono::seconds duplicates = {}; ///< in which an id is known again
        std::int64_t max_bytes = -1;
    };
    /// How many servers keep a copy of each stream and bucket that is added from now on. Adding one
    /// throws as long as a copy is not complete; it may be added again.
    void keep_copies(std::int64_t copies);
    void add_stream(const Stream& stream);

    /// Of the last value of each key.
    struct Bucket {
        std::string name;
        std::chrono::seconds max_age = {}; ///< 0: without a limit
        /// Where the server sends what it has stored: "SUBJECT.>" receives the changes of KEY as
        /// SUBJECT.KEY. Subscribers of the bucket itself would also receive changes that
        /// put_if() was refused.
        std::string published_at = {};
    };
    /// Creates it unless it exists.
    void add_bucket(const Bucket& bucket);

    std::optional<BucketEntry> get(const std::string& bucket, const std::string& key);
    /// Reads by a single request, for which alone hosts have permission.
    std::optional<BucketEntry> get_directly(const std::string& bucket, const std::string& key);
    std::vector<BucketEntry> all(const std::string& bucket);
    void put(const std::string& bucket, const std::string& key, const std::string& value);
    /// Only if the key's last change is that one; 0: if it does not exist. False if it is another.
    bool put_if(
        const std::string& bucket,
        const std::string& key,
        const std::string& value,
        std::uint64_t revision
    );
    void erase(const std::string& bucket, const std::string& key);
    /// All messages of a stream that it has now.
    std::vector<BusMessage> history(const std::string& stream, const std::string& subject);

private:
    friend class BusConsumer;
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// Messages that a consumer was given. They come again, later, unless they are acknowledged. Ends
/// before its consumer.
class BusBatch {
public:
    BusBatch();
    ~BusBatch();
    BusBatch(BusBatch&& other) noexcept;
    BusBatch& operator=(BusBatch&& other) noexcept;

    const std::vector<BusMessage>& messages() const { return messages_; }
    /// Throws BusError.
    void acknowledge();

private:
    friend class BusConsumer;
    struct Handles;
    std::vector<BusMessage> messages_;
    std::unique_ptr<Handles> handles_;
};

/// A durable consumer of a stream: what it has not acknowledged comes again.
class BusConsumer {
public:
    /// Borrows the bus.
    BusConsumer(
        Bus& bus, const std::string& stream, const std::string& subject, const std::string& name
    );
    ~BusConsumer();
    BusConsumer(const BusConsumer&) = delete;
    BusConsumer& operator=(const BusConsumer&) = delete;

    /// At most `most` messages; empty when the time is up.
    BusBatch fetch(int most, std::chrono::milliseconds limit);

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace vow::agent
