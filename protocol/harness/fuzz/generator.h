#pragma once

#include "protocol/description/description.h"
#include "protocol/description/fault.h"
#include "protocol/harness/fuzz/values.h"
#include "protocol/harness/request.h"
#include "protocol/text/compiled_patterns.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::harness {

using Members = std::vector<Data::Member>;

/// Attributes of a promise, or of a body, as they are described. Borrows.
struct DescribedGroup {
    const std::vector<AttributeDescription>& attributes;
    const std::vector<AttributeRule>& rules;
};

/// A promise that its description has nothing against, but for one thing.
struct NearMiss {
    SentPromise promise;
    std::string attribute; ///< which is wrong, maybe one of a body
    std::string fault;     ///< "is missing", "is no number", ...
};

/// Makes promises of one type from what its module says of it. They are not there to be kept.
class Generator {
public:
    Generator(const PromiseTypeDescription& type, Dice& dice);

    /// None: the description asks for a text of a pattern that nothing is found for, or its rules
    /// leave no way out that is found.
    std::optional<SentPromise> valid_promise();
    std::optional<NearMiss> near_miss();
    /// Texts that an agent may send, whatever they mean.
    SentPromise wild_promise();

    /// What the description has against the attributes of a promise.
    std::vector<Fault> faults_of(const SentPromise& promise);

private:
    struct Spoiled {
        std::string attribute, fault;
    };

    std::optional<Members> valid_members(const DescribedGroup& group);
    bool obey(const AttributeRule& rule, const DescribedGroup& group, Members& members);
    bool promise_one(const DescribedGroup& group, Members& members, const std::string& name);
    std::optional<Spoiled> spoil(const DescribedGroup& group, Members& members);
    std::optional<Spoiled>
    break_rule(const AttributeRule& rule, const DescribedGroup& group, Members& members);
    std::optional<Spoiled> spoil_body(const AttributeDescription& body, Members& members);
    Members wild_members(const DescribedGroup& group);

    std::optional<Data> value_for(const AttributeDescription& attribute);

    const PromiseTypeDescription& type_;
    Dice& dice_;
    CompiledPatterns patterns_;
    Values values_;
};

} // namespace vow::harness
