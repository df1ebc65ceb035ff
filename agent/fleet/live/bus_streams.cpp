#include "agent/fleet/live/bus_parts.h"

#include <algorithm>
#include <array>
#include <span>

namespace vow::agent {
namespace {

constexpr std::int64_t nanoseconds = 1'000'000'000;
constexpr std::int64_t stream_limit = 5000; // milliseconds

using StreamInfo = std::unique_ptr<jsStreamInfo, FreedBy<&jsStreamInfo_Destroy>>;

StreamInfo stream_info(jsCtx* context, const std::string& stream) {
    jsStreamInfo* found = nullptr;
    jsErrCode error{};
    const natsStatus status = js_GetStreamInfo(&found, context, stream.c_str(), nullptr, &error);
    check(status, "read the stream '" + stream + "'");
    return StreamInfo(found);
}

/// Throws while a server that shall have a copy of a stream has not all of it.
void require_copies(jsCtx* context, const jsStreamConfig& config) {
    const StreamInfo info = stream_info(context, config.Name);
    const jsClusterInfo* cluster = info->Cluster;
    const std::span<jsPeerInfo*> others =
        cluster != nullptr
            ? std::span(cluster->Replicas, static_cast<std::size_t>(cluster->ReplicasLen))
            : std::span<jsPeerInfo*>();
    const auto current =
        std::ranges::count_if(others, [](const jsPeerInfo* peer) { return peer->Current; });
    if (current + 1 < config.Replicas)
        throw BusError(
            "of the stream '" + std::string(config.Name) + "', " + std::to_string(current + 1) +
            " of " + std::to_string(config.Replicas) + " copies are complete"
        );
}

/// Throws for a stream that was made without it. Servers refuse to add it.
void require_publication(jsCtx* context, const jsStreamConfig& config) {
    if (config.RePublish == nullptr) return;
    const StreamInfo info = stream_info(context, config.Name);
    if (info->Config->RePublish == nullptr)
        throw BusError(
            "the stream '" + std::string(config.Name) + "' does not publish what it stores as '" +
            config.RePublish->Destination +
            "': an older vow has made it; delete it, and this program makes it again"
        );
}

void add(jsCtx* context, jsStreamConfig& config) {
    jsErrCode error{};
    const natsStatus status = js_AddStream(nullptr, context, &config, nullptr, &error);
    // A stream of this name with other settings is left as it is: an operator has changed it.
    constexpr int name_in_use = 10058;
    if (static_cast<int>(error) == name_in_use)
        require_publication(context, config);
    else
        check(status, std::string("add the stream '") + config.Name + "'");
    if (config.Replicas > 1) require_copies(context, config);
}

/// An entry, or nullopt for one that was erased.
std::optional<BucketEntry> entry_from(kvEntry* entry) {
    if (kvEntry_Operation(entry) != kvOp_Put) return std::nullopt;
    const auto size = static_cast<std::size_t>(kvEntry_ValueLen(entry));
    const auto* bytes = static_cast<const char*>(kvEntry_Value(entry));
    return BucketEntry{
        .key = kvEntry_Key(entry),
        .value = size > 0 ? std::string(bytes, size) : std::string(),
        .revision = kvEntry_Revision(entry)};
}

} // namespace

void Bus::keep_copies(std::int64_t copies) {
    parts_->copies = copies;
}

void Bus::add_stream(const Stream& stream) {
    jsStreamConfig config;
    check(jsStreamConfig_Init(&config), "use JetStream");
    std::array<const char*, 1> subjects{stream.subject.c_str()};
    config.Name = stream.name.c_str();
    config.Subjects = subjects.data();
    config.SubjectsLen = 1;
    config.MaxAge = stream.max_age.count() * nanoseconds;
    config.MaxBytes = stream.max_bytes;
    config.Replicas = parts_->copies;
    config.Duplicates = stream.duplicates.count() * nanoseconds;
    add(parts_->stream.get(), config);
}

void Bus::add_bucket(const Bucket& bucket) {
    jsStreamConfig config;
    check(jsStreamConfig_Init(&config), "use JetStream");
    const std::string stream = "KV_" + bucket.name;
    const std::string subject = "$KV." + bucket.name + ".>";
    std::array<const char*, 1> subjects{subject.c_str()};
    config.Name = stream.c_str();
    config.Subjects = subjects.data();
    config.SubjectsLen = 1;
    config.MaxMsgsPerSubject = 1;
    config.Replicas = parts_->copies;
    config.MaxAge = bucket.max_age.count() * nanoseconds;
    config.Discard = js_DiscardNew;
    config.AllowRollup = true;
    config.DenyDelete = true;
    config.AllowDirect = true;
    jsRePublish publication{
        .Source = subject.c_str(),
        .Destination = bucket.published_at.c_str(),
        .HeadersOnly = false};
    if (!bucket.published_at.empty()) config.RePublish = &publication;
    add(parts_->stream.get(), config);
}

std::optional<BucketEntry> Bus::get(const std::string& bucket, const std::string& key) {
    const NatsBucket store = parts_->bucket(bucket);
    kvEntry* found = nullptr;
    const natsStatus status = kvStore_Get(&found, store.get(), key.c_str());
    if (status == NATS_NOT_FOUND) return std::nullopt;
    check(status, "read '" + key + "' of the bucket '" + bucket + "'");
    const NatsEntry owned(found);
    return entry_from(found);
}

std::optional<BucketEntry> Bus::get_directly(const std::string& bucket, const std::string& key) {
    const std::string stream = "KV_" + bucket;
    const std::string subject = "$KV." + bucket + "." + key;
    jsDirectGetMsgOptions which;
    check(jsDirectGetMsgOptions_Init(&which), "use JetStream");
    which.LastBySubject = subject.c_str();
    natsMsg* found = nullptr;
    const natsStatus status =
        js_DirectGetMsg(&found, parts_->stream.get(), stream.c_str(), nullptr, &which);
    if (status == NATS_NOT_FOUND) return std::nullopt;
    check(status, "read '" + key + "' of the bucket '" + bucket + "'");
    const NatsMessage owned(found);
    const char* operation = nullptr;
    if (natsMsgHeader_Get(found, "KV-Operation", &operation) == NATS_OK) return std::nullopt;
    BusMessage message = message_from(found);
    return BucketEntry{
        .key = key, .value = std::move(message.data), .revision = natsMsg_GetSequence(found)};
}

std::vector<BucketEntry> Bus::all(const std::string& bucket) {
    const NatsBucket store = parts_->bucket(bucket);
    kvWatchOptions options;
    check(kvWatchOptions_Init(&options), "use JetStream");
    kvWatcher* made = nullptr;
    check(kvStore_WatchAll(&made, store.get(), &options), "read the bucket '" + bucket + "'");
    const NatsWatcher watcher(made);
    std::vector<BucketEntry> entries;
    for (;;) {
        kvEntry* next = nullptr;
        check(kvWatcher_Next(&next, made, stream_limit), "read the bucket '" + bucket + "'");
        if (next == nullptr) return entries; // all that there is now
        const NatsEntry owned(next);
        if (auto entry = entry_from(next)) entries.push_back(std::move(*entry));
    }
}

void Bus::put(const std::string& bucket, const std::string& key, const std::string& value) {
    store(
        {.subject = "$KV." + bucket + "." + key, .data = value},
        std::chrono::milliseconds(stream_limit)
    );
}

bool Bus::put_if(
    const std::string& bucket,
    const std::string& key,
    const std::string& value,
    std::uint64_t revision
) {
    const std::string subject = "$KV." + bucket + "." + key;
    jsPubOptions options;
    check(jsPubOptions_Init(&options), "use JetStream");
    options.MaxWait = stream_limit;
    options.ExpectLastSubjectSeq = revision;
    options.ExpectNoMessage = revision == 0;
    jsErrCode error{};
    const natsStatus status = js_Publish(
        nullptr,
        parts_->stream.get(),
        subject.c_str(),
        value.data(),
        static_cast<int>(value.size()),
        &options,
        &error
    );
    constexpr int wrong_last_sequence = 10071;
    if (static_cast<int>(error) == wrong_last_sequence) return false;
    check(status, "change '" + key + "' of the bucket '" + bucket + "'");
    return true;
}

void Bus::erase(const std::string& bucket, const std::string& key) {
    const NatsBucket store = parts_->bucket(bucket);
    check(
        kvStore_Purge(store.get(), key.c_str(), nullptr),
        "erase '" + key + "' of the bucket '" + bucket + "'"
    );
}

std::vector<BusMessage> Bus::history(const std::string& stream, const std::string& subject) {
    jsSubOptions options;
    check(jsSubOptions_Init(&options), "use JetStream");
    options.Stream = stream.c_str();
    options.Ordered = true;
    natsSubscription* made = nullptr;
    jsErrCode error{};
    check(
        js_SubscribeSync(&made, parts_->stream.get(), subject.c_str(), nullptr, &options, &error),
        "read the stream '" + stream + "'"
    );
    const NatsSubscription subscription(made);
    const StreamInfo info = stream_info(parts_->stream.get(), stream);
    const std::uint64_t last = info->State.LastSeq;
    const bool is_empty = info->State.Msgs == 0;
    std::vector<BusMessage> messages;
    while (!is_empty) {
        natsMsg* next = nullptr;
        const natsStatus status = natsSubscription_NextMsg(&next, made, 1000);
        if (status == NATS_TIMEOUT) break; // the last ones are of other subjects
        check(status, "read the stream '" + stream + "'");
        const NatsMessage owned(next);
        BusMessage message = message_from(next);
        jsMsgMetaData* data = nullptr;
        if (natsMsg_GetMetaData(&data, next) == NATS_OK) message.sequence = data->Sequence.Stream;
        jsMsgMetaData_Destroy(data);
        messages.push_back(std::move(message));
        if (messages.back().sequence >= last) break;
    }
    return messages;
}

struct BusBatch::Handles {
    std::vector<NatsMessage> messages;
};

BusBatch::BusBatch() : handles_(std::make_unique<Handles>()) {}
BusBatch::~BusBatch() = default;
BusBatch::BusBatch(BusBatch&& other) noexcept = default;
BusBatch& BusBatch::operator=(BusBatch&& other) noexcept = default;

void BusBatch::acknowledge() {
    for (const NatsMessage& message : handles_->messages)
        check(natsMsg_Ack(message.get(), nullptr), "acknowledge a report");
    handles_->messages.clear();
}

struct BusConsumer::Parts {
    NatsSubscription subscription;
};

BusConsumer::BusConsumer(
    Bus& bus, const std::string& stream, const std::string& subject, const std::string& name
)
    : parts_(std::make_unique<Parts>()) {
    jsSubOptions options;
    check(jsSubOptions_Init(&options), "use JetStream");
    options.Stream = stream.c_str();
    options.ManualAck = true;
    options.Config.AckPolicy = js_AckExplicit;
    options.Config.AckWait = 30 * nanoseconds;
    options.Config.MaxAckPending = 20'000;
    natsSubscription* made = nullptr;
    jsErrCode error{};
    check(
        js_PullSubscribe(
            &made,
            bus.parts_->stream.get(),
            subject.c_str(),
            name.c_str(),
            nullptr,
            &options,
            &error
        ),
        "consume the stream '" + stream + "'"
    );
    parts_->subscription.reset(made);
}

BusConsumer::~BusConsumer() = default;

BusBatch BusConsumer::fetch(int most, std::chrono::milliseconds limit) {
    natsMsgList list{};
    const natsStatus status =
        natsSubscription_Fetch(&list, parts_->subscription.get(), most, limit.count(), nullptr);
    BusBatch batch;
    if (status == NATS_TIMEOUT) return batch;
    check(status, "fetch reports");
    const auto count = static_cast<std::size_t>(list.Count);
    batch.messages_.reserve(count);
    batch.handles_->messages.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        batch.messages_.push_back(message_from(list.Msgs[i]));
        batch.handles_->messages.emplace_back(list.Msgs[i]);
        list.Msgs[i] = nullptr; // ours now
    }
    natsMsgList_Destroy(&list);
    return batch;
}

} // namespace vow::agent
