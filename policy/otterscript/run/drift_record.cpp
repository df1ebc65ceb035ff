#include "policy/otterscript/run/drift.h"

#include <map>

namespace vow::otterscript {
namespace {

std::string_view state_name(Finding::State state) {
    switch (state) {
    case Finding::State::kept: return "kept";
    case Finding::State::drifted: return "drifted";
    case Finding::State::repaired: return "repaired";
    case Finding::State::failed: return "failed";
    }
    return {};
}

Data number(std::size_t value) {
    return Data::integer(static_cast<std::int64_t>(value));
}

Data data_of(const std::vector<std::string>& texts) {
    Data::Array items;
    items.reserve(texts.size());
    for (const std::string& text : texts)
        items.push_back(Data::string(text));
    return Data::array(std::move(items));
}

Data data_of(const Finding& finding) {
    return Data::object(
        {{"operation", Data::string(finding.operation)},
         {"promiser", Data::string(finding.promiser)},
         {"line", number(finding.line)},
         {"column", number(finding.column)},
         {"blocks", data_of(finding.blocks)},
         {"state", Data::string(state_name(finding.state))}}
    );
}

/// The promises of one plan on one server.
struct Record {
    struct Block {
        std::size_t promises = 0;
        std::size_t drifted = 0;
    };

    std::map<std::vector<std::string>, Block> blocks;
    Data::Array promises;

    void add(const Finding& finding) {
        promises.push_back(data_of(finding));
        const bool has_drifted = finding.state != Finding::State::kept;
        std::vector<std::string> path = finding.blocks;
        for (;; path.pop_back()) {
            Block& block = blocks[path];
            ++block.promises;
            block.drifted += has_drifted ? 1 : 0;
            if (path.empty()) break;
        }
    }

    Data data(std::chrono::system_clock::time_point time) {
        Data::Array items;
        items.reserve(blocks.size());
        for (const auto& [path, block] : blocks)
            items.push_back(Data::object(
                {{"block", data_of(path)},
                 {"promises", number(block.promises)},
                 {"drifted", number(block.drifted)}}
            ));
        const auto seconds =
            std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
        return Data::object(
            {{"time", Data::integer(seconds)},
             {"blocks", Data::array(std::move(items))},
             {"promises", Data::array(std::move(promises))}}
        );
    }
};

} // namespace

Documents::Stored store_drift(
    State& state,
    const std::vector<Finding>& findings,
    const std::string& folder,
    std::chrono::system_clock::time_point time
) {
    std::map<std::string, Record> records;
    for (const Finding& finding : findings) {
        std::string key = finding.server.empty() ? "-" : finding.server;
        key += ' ';
        if (!finding.file.starts_with('/')) key.append(folder).append("/");
        records[key + finding.file].add(finding);
    }
    std::vector<DocumentChange> changes;
    changes.reserve(records.size());
    for (auto& [key, record] : records)
        changes.push_back({drift_space, key, record.data(time)});
    return changes.empty() ? Documents::Stored::yes : state.change(changes);
}

} // namespace vow::otterscript
