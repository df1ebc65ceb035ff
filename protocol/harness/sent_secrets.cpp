#include "protocol/harness/sent_secrets.h"

#include "protocol/description/description_reader.h"

namespace vow::harness {

void note_secrets(Secrets& secrets, const SentPromise& sent, const Data& description) {
    const PromiseType type{sent.type};
    Promise promise{.type = &type, .promiser = sent.promiser};
    for (const auto& [name, value] : sent.attributes)
        promise.attributes.set(name, value);
    const auto read = description_from(description);
    const auto* usable = std::get_if<Description>(&read);
    if (usable == nullptr) return secrets.note_possible(promise, description);
    const PromiseTypeDescription* described = usable->promise_type(sent.type);
    if (described != nullptr) secrets.note(promise, *described);
}

} // namespace vow::harness
