#include "agent/fleet/live/bus.h"

#include "agent/fleet/live/bus_parts.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace vow::agent {
namespace {

constexpr std::int64_t call_limit = 5000; // milliseconds
constexpr std::int64_t least_delay = 500;
constexpr int max_attempts = 4; ///< to sign: all of them fail once in 4 billion connections

char* copied(std::string_view text) {
    auto* copy = static_cast<char*>(std::malloc(text.size() + 1)); // the library frees it
    if (copy == nullptr) return nullptr;
    std::memcpy(copy, text.data(), text.size());
    copy[text.size()] = '\0';
    return copy;
}

template <class Parts>
natsStatus give_jwt(char** jwt, char** /*error*/, void* closure) {
    *jwt = copied(static_cast<Parts*>(closure)->jwt);
    return *jwt != nullptr ? NATS_OK : NATS_NO_MEMORY;
}

/// The library takes a signature that begins with a zero byte, one of 256, for an empty one, which
/// the server refuses. Another attempt has another nonce, and so another signature.
template <class Parts>
natsStatus
sign_nonce(char** error, unsigned char** signature, int* size, const char* nonce, void* closure) {
    auto& parts = *static_cast<Parts*>(closure);
    try {
        const std::string bytes = parts.key.sign(nonce);
        parts.has_lost_signature = bytes.starts_with('\0');
        if (parts.has_lost_signature) {
            *error = copied("libnats does not send a signature that begins with a zero byte");
            return NATS_ERR;
        }
        *signature = reinterpret_cast<unsigned char*>(copied(bytes));
        *size = static_cast<int>(bytes.size());
        return *signature != nullptr ? NATS_OK : NATS_NO_MEMORY;
    } catch (const std::exception& fault) {
        *error = copied(fault.what());
        return NATS_ERR;
    }
}

template <class Parts>
void note_connected(natsConnection* /*connection*/, void* closure) {
    auto& parts = *static_cast<Parts*>(closure);
    const std::lock_guard lock(parts.mutex);
    if (parts.on_connected) parts.on_connected();
}

template <class Parts>
void note_closed(natsConnection* /*connection*/, void* closure) {
    auto& parts = *static_cast<Parts*>(closure);
    const std::lock_guard lock(parts.mutex);
    parts.is_closed = true;
    parts.ended.notify_all();
}

template <class Parts>
void note_subscription_ended(void* closure) {
    auto& parts = *static_cast<Parts*>(closure);
    const std::lock_guard lock(parts.mutex);
    --parts.open_subscriptions;
    parts.ended.notify_all();
}

/// Each process has luck of its own.
template <class Parts>
std::int64_t delay_of(natsConnection* /*connection*/, int /*attempts*/, void* closure) {
    auto& parts = *static_cast<Parts*>(closure);
    return least_delay + static_cast<std::int64_t>(
                             parts.luck() % static_cast<unsigned>(1 + parts.spread.count())
                         );
}

void ignore_errors(natsConnection* /*connection*/, natsSubscription* /*subscription*/, natsStatus /*error*/, void*) {
}

void deliver(natsConnection* /*connection*/, natsSubscription*, natsMsg* message, void* closure) {
    const NatsMessage owned(message);
    (*static_cast<Bus::Handler*>(closure))(message_from(message));
}

const char* header_of(natsMsg* message, const char* name) {
    const char* value = nullptr;
    return natsMsgHeader_Get(message, name, &value) == NATS_OK && value != nullptr ? value : "";
}

} // namespace

void check(natsStatus status, const std::string& action) {
    if (status == NATS_OK) return;
    const char* details = nats_GetLastError(nullptr);
    std::string message = "cannot " + action + ": " + natsStatus_GetText(status);
    if (details != nullptr && *details != '\0') message += std::string(" (") + details + ")";
    throw BusError(message);
}

NatsMessage nats_message(const BusMessage& message) {
    natsMsg* made = nullptr;
    check(
        natsMsg_Create(
            &made,
            message.subject.c_str(),
            message.reply.empty() ? nullptr : message.reply.c_str(),
            message.data.data(),
            static_cast<int>(message.data.size())
        ),
        "make a message"
    );
    NatsMessage owned(made);
    if (!message.id.empty())
        check(natsMsgHeader_Set(made, "Nats-Msg-Id", message.id.c_str()), "make a message");
    if (!message.signature.empty())
        check(
            natsMsgHeader_Set(made, "Vow-Signature", message.signature.c_str()), "make a message"
        );
    return owned;
}

BusMessage message_from(natsMsg* message) {
    BusMessage made{
        .subject = natsMsg_GetSubject(message),
        .data = std::string(
            natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message))
        ),
        .id = header_of(message, "Nats-Msg-Id"),
        .signature = header_of(message, "Vow-Signature"),
        .sequence = natsMsg_GetSequence(message)};
    if (const char* reply = natsMsg_GetReply(message)) made.reply = reply;
    return made;
}

Bus::Parts::Parts(const BusAccess& access)
    : key(NKey::from_seed(access.credentials.seed)),
      jwt(access.credentials.jwt),
      inbox(access.inbox),
      spread(access.spread) {
    natsOptions* made = nullptr;
    check(natsOptions_Create(&made), "use the library of NATS");
    options.reset(made);
    const bool stays = access.stay == BusAccess::Stay::always;
    const auto set = [](natsStatus status) { check(status, "use the library of NATS"); };
    std::vector<std::string> urls;
    for (const std::string_view url : split_at(access.url, ','))
        urls.emplace_back(url);
    std::vector<const char*> servers;
    servers.reserve(urls.size());
    for (const std::string& url : urls)
        servers.push_back(url.c_str());
    set(natsOptions_SetServers(made, servers.data(), static_cast<int>(servers.size())));
    set(natsOptions_SetName(made, access.name.c_str()));
    set(natsOptions_SetTimeout(made, call_limit));
    set(natsOptions_SetCustomInboxPrefix(made, inbox.c_str()));
    set(natsOptions_SetUserCredentialsCallbacks(
        made, &give_jwt<Parts>, this, &sign_nonce<Parts>, this
    ));
    set(natsOptions_SetErrorHandler(made, &ignore_errors, nullptr));
    set(natsOptions_SetClosedCB(made, &note_closed<Parts>, this));
    set(natsOptions_SetReconnectedCB(made, &note_connected<Parts>, this));
    set(natsOptions_SetAllowReconnect(made, stays));
    set(natsOptions_SetSendAsap(made, true));
    if (stays) {
        set(natsOptions_SetMaxReconnect(made, -1));
        set(natsOptions_SetCustomReconnectDelay(made, &delay_of<Parts>, this));
        set(natsOptions_SetRetryOnFailedConnect(made, true, &note_connected<Parts>, this));
        set(natsOptions_SetFailRequestsOnDisconnect(made, true));
    }
    if (!access.authority.empty()) {
        set(natsOptions_SetSecure(made, true));
        set(natsOptions_LoadCATrustedCertificates(made, access.authority.c_str()));
    }
}

Bus::Parts::~Parts() {
    if (!connection) return;
    {
        const std::lock_guard lock(mutex);
        on_connected = nullptr;
    }
    for (const NatsSubscription& subscription : subscriptions)
        natsSubscription_Unsubscribe(subscription.get());
    natsConnection_Close(connection.get());
    std::unique_lock lock(mutex);
    ended.wait_for(lock, std::chrono::milliseconds(call_limit), [this] {
        return is_closed && open_subscriptions == 0;
    });
}

NatsBucket Bus::Parts::bucket(const std::string& name) {
    kvStore* found = nullptr;
    check(js_KeyValue(&found, stream.get(), name.c_str()), "open the bucket '" + name + "'");
    return NatsBucket(found);
}

Bus::Bus(const BusAccess& access) : parts_(std::make_unique<Parts>(access)) {
    natsConnection* connection = nullptr;
    natsStatus status = NATS_OK;
    for (int attempts = 0; attempts < max_attempts; ++attempts) {
        parts_->has_lost_signature = false;
        status = natsConnection_Connect(&connection, parts_->options.get());
        if (!parts_->has_lost_signature) break;
    }
    if (status != NATS_NOT_YET_CONNECTED) check(status, "connect to " + access.url);
    parts_->connection.reset(connection);
    jsCtx* stream = nullptr;
    jsOptions options;
    check(jsOptions_Init(&options), "use JetStream");
    options.Wait = call_limit;
    check(natsConnection_JetStream(&stream, connection, &options), "use JetStream");
    parts_->stream.reset(stream);
}

Bus::~Bus() = default;

bool Bus::is_connected() const {
    return natsConnection_Status(parts_->connection.get()) == NATS_CONN_STATUS_CONNECTED;
}

bool Bus::is_closed() const {
    const std::lock_guard lock(parts_->mutex);
    return parts_->is_closed;
}

void Bus::on_connected(std::function<void()> handler) {
    const std::lock_guard lock(parts_->mutex);
    parts_->on_connected = std::move(handler);
}

void Bus::publish(const BusMessage& message) {
    check(
        natsConnection_PublishMsg(parts_->connection.get(), nats_message(message).get()),
        "publish to '" + message.subject + "'"
    );
}

BusMessage Bus::request(const BusMessage& message, Milliseconds limit) {
    natsMsg* answer = nullptr;
    check(
        natsConnection_RequestMsg(
            &answer, parts_->connection.get(), nats_message(message).get(), limit.count()
        ),
        "get an answer from '" + message.subject + "'"
    );
    const NatsMessage owned(answer);
    return message_from(answer);
}

void Bus::store(const BusMessage& message, Milliseconds limit) {
    jsPubOptions options;
    check(jsPubOptions_Init(&options), "use JetStream");
    options.MaxWait = limit.count();
    check(
        js_PublishMsg(
            nullptr, parts_->stream.get(), nats_message(message).get(), &options, nullptr
        ),
        "store a message of '" + message.subject + "'"
    );
}

void Bus::subscribe(const std::string& subject, Handler handler) {
    parts_->handlers.push_back(std::move(handler));
    natsSubscription* subscription = nullptr;
    check(
        natsConnection_Subscribe(
            &subscription,
            parts_->connection.get(),
            subject.c_str(),
            &deliver,
            &parts_->handlers.back()
        ),
        "subscribe to '" + subject + "'"
    );
    parts_->subscriptions.emplace_back(subscription);
    {
        const std::lock_guard lock(parts_->mutex);
        ++parts_->open_subscriptions;
    }
    check(
        natsSubscription_SetOnCompleteCB(
            subscription, &note_subscription_ended<Parts>, parts_.get()
        ),
        "subscribe to '" + subject + "'"
    );
}

void Bus::flush() {
    check(natsConnection_FlushTimeout(parts_->connection.get(), call_limit), "reach the server");
}

} // namespace vow::agent
