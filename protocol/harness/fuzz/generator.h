#pragma once

#include "protocol/description/description.h"
#include "protocol/description/fault.h"
#include "protocol/harness/fuzz/values.h"
#include "protocol/harness/request.h"
#include "protocol/text/regex.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::harness {

using Members = std::vector<Data::Member>;

/// The described attributes and rules of a promise or a body. Borrows.
struct DescribedGroup {
    const std::vector<AttributeDescription>& attributes;
    const std::vector<AttributeRule>& rules;
};

/// A promise that satisfies its description except for one thing.
struct NearMiss {
    SentPromise promise;
    std::string attribute; ///< the faulty one, possibly in a body
    std::string fault;     ///< "is missing", "is not a number", ...
};

/// Makes promises of one type from its description. They are for validation only.
class Generator {
public:
    Generator(const PromiseTypeDescription& type, Dice& dice);

    /// nullopt if no text for a described pattern is found, or no way to satisfy the rules.
    std::optional<SentPromise> valid_promise();
    std::optional<NearMiss> near_miss();
    /// A promise of random texts.
    SentPromise wild_promise();

    /// The faults of a promise's attributes according to the description.
    std::vector<Fault> faults_of(const SentPromise& promise);

private:
    struct SpoiledMembers {
        std::string attribute, fault;
    };

    std::optional<Members> valid_members(const DescribedGroup& group);
    bool satisfy(const AttributeRule& rule, const DescribedGroup& group, Members& members);
    bool promise_one(const DescribedGroup& group, Members& members, const std::string& name);
    std::optional<SpoiledMembers> spoil(const DescribedGroup& group, Members& members);
    std::optional<SpoiledMembers>
    break_rule(const AttributeRule& rule, const DescribedGroup& group, Members& members);
    std::optional<SpoiledMembers> spoil_body(const AttributeDescription& body, Members& members);
    Members wild_members(const DescribedGroup& group);

    std::optional<Data> value_for(const AttributeDescription& attribute);

    const PromiseTypeDescription& type_;
    Dice& dice_;
    CompiledPatterns patterns_;
    Values values_;
};

} // namespace vow::harness
