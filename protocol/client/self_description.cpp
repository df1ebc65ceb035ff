#include "protocol/client/self_description.h"

#include "protocol/client/quotation.h"
#include "protocol/description/description.h"

namespace vow::client {
namespace {

DescriptionResult unusable(std::string why, Data sent = {}) {
    return MissingDescription{MissingDescription::Cause::unusable, std::move(why), std::move(sent)};
}

} // namespace

DescriptionResult description_in(const wire::Reply& reply) {
    if (reply.result != text_of(wire::Result::success)) {
        return unusable(
            "it answered describe with " + (reply.result
                                                ? "the result " + quoted_excerpt(*reply.result)
                                                : std::string("no result"))
        );
    }
    if (!reply.description) {
        for (const std::string& remark : reply.remarks)
            return unusable("in its answer to describe, " + remark);
        return unusable("its answer to describe has no 'description'");
    }
    auto read = description_from(*reply.description);
    if (const auto* fault = std::get_if<std::string>(&read)) {
        return unusable("its description " + *fault, *reply.description);
    }
    return std::get<Description>(std::move(read));
}

DescriptionResult not_described(const ModuleError& error) {
    const std::string what = error.what();
    return MissingDescription{
        MissingDescription::Cause::broken,
        error.advice().empty() ? what : what + ". " + error.advice()};
}

} // namespace vow::client
