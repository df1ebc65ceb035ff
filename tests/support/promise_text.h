#pragma once

#include "protocol/data/conversion.h"
#include "tests/support/scripted_keeper.h"

#include <string>
#include <vector>

namespace vow::test {

/// The promises that a keeper was handed, each on a line as `TYPE PROMISER {ATTRIBUTES}`.
inline std::string promise_text(const ScriptedKeeper& keeper) {
    std::string text;
    for (const ScriptedKeeper::Record& record : keeper.started()) {
        std::vector<Data::Member> attributes;
        for (const Attribute& attribute : record.attributes)
            attributes.emplace_back(attribute.name, data_of(attribute.value));
        text += record.type.name + " " + record.promiser + " " +
                json_text(Data::object(std::move(attributes))) + "\n";
    }
    return text;
}

} // namespace vow::test
