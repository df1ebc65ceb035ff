#include "agent/planning/plan_file.h"

#include "protocol/data/conversion.h"
#include "protocol/data/json_layout.h"
#include "protocol/system/place.h"
#include "protocol/text/digest.h"
#include "protocol/text/number.h"
#include "protocol/text/text.h"
#include "protocol/text/utc_time.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include <unistd.h>

namespace vow::agent {
namespace {

Data text(const std::string& value) {
    return Data::string(value);
}

Data data_of(const std::vector<PlannedFile>& files) {
    Data::Array items;
    items.reserve(files.size());
    for (const PlannedFile& file : files)
        items.push_back(Data::object({{"path", text(file.path)}, {"sha256", text(file.sha256)}}));
    return Data::array(std::move(items));
}

/// The text that the key signs: of the members in their order, without white space.
std::string mac_of(std::vector<Data::Member> members, const PlanKey& key) {
    return key.mac_of(json_text(Data::object(std::move(members))));
}

/// Reads the members, which are there, and of these kinds, in every file that is whole.
class Reader {
public:
    explicit Reader(const Data& data) : data_(data) {}

    const Data& member(std::string_view name, Data::Kind kind) const {
        const Data* found = data_.find(name);
        if (found == nullptr || found->kind() != kind)
            throw PlanRefused(
                "it is torn, or not a plan file: '" + std::string(name) + "' is absent"
            );
        return *found;
    }
    std::string text(std::string_view name) const {
        return std::string(member(name, Data::Kind::string).text());
    }
    const Data& list(std::string_view name) const { return member(name, Data::Kind::array); }
    std::vector<std::string> texts(std::string_view name) const {
        std::vector<std::string> all;
        all.reserve(list(name).size());
        for (const Data& item : list(name).items())
            all.emplace_back(item.text());
        return all;
    }

private:
    const Data& data_;
};

Data parsed(std::string_view text) {
    auto read = parse_json(text);
    if (const auto* error = std::get_if<DataError>(&read))
        throw PlanRefused(
            "it is torn, or not a plan file: " + error->message + " at byte " +
            std::to_string(error->offset)
        );
    return std::get<Data>(std::move(read));
}

void check_schema(const Reader& reader) {
    const std::string_view schema = reader.member("schema", Data::Kind::integer).text();
    if (integer_from(schema) == plan_schema) return;
    throw PlanRefused(
        "its schema is " + std::string(schema) + ", and this vow reads schema " +
        std::to_string(plan_schema) + "; make the plan with this vow"
    );
}

void check_mac(const Data& data, const Reader& reader, const Answer<PlanKey>& key) {
    if (!key) throw PlanRefused("it is foreign, or its key is lost: " + key.why_not);
    if (reader.text("key") != key->id())
        throw PlanRefused("it is foreign: the plan was made with another work folder");
    std::vector<Data::Member> members;
    members.reserve(data.size());
    std::ranges::copy_if(data.members(), std::back_inserter(members), [](const auto& member) {
        return member.first != "mac";
    });
    if (!are_equal_digests(reader.text("mac"), mac_of(std::move(members), *key)))
        throw PlanRefused("it was changed after it was made");
}

} // namespace

std::string text_of(const PlanFile& plan, const PlanKey& key) {
    std::vector<Data::Member> members = {
        {"schema", Data::integer(plan_schema)},
        {"host", text(plan.host)},
        {"made", text(utc_text(plan.made))},
        {"policy", text(plan.policy)},
        {"folder", text(plan.folder)},
        {"options", array_of(plan.words)},
        {"files", data_of(plan.files)},
        {"classes_of_time", array_of(plan.classes_of_time)},
        {"changes", plan.changes},
        {"follows", plan.follows},
        {"untold", plan.untold},
        {"key", text(key.id())}};
    // Bytes that are not UTF-8 are signed as they will be read.
    const Data written = parsed(json_text(Data::object(members)));
    members.emplace_back("mac", text(mac_of(written.members(), key)));
    return laid_out(Data::object(std::move(members)), {.indent = 2}) + "\n";
}

PlanFile plan_from(std::string_view text, const Answer<PlanKey>& key) {
    const Data data = parsed(text);
    if (data.kind() != Data::Kind::object)
        throw PlanRefused("it is torn, or not a plan file: it is not an object");
    const Reader reader(data);
    check_schema(reader);
    check_mac(data, reader, key);
    const auto made = utc_from(reader.text("made"));
    if (!made) throw PlanRefused("it is torn, or not a plan file: 'made' is not a time");
    PlanFile plan{
        .host = reader.text("host"),
        .made = *made,
        .policy = reader.text("policy"),
        .folder = reader.text("folder"),
        .words = reader.texts("options"),
        .classes_of_time = reader.texts("classes_of_time"),
        .changes = reader.list("changes"),
        .follows = reader.list("follows"),
        .untold = reader.list("untold")};
    plan.files.reserve(reader.list("files").size());
    for (const Data& file : reader.list("files").items()) {
        const Reader member(file);
        plan.files.push_back({member.text("path"), member.text("sha256")});
    }
    return plan;
}

std::string this_host() {
    constexpr std::size_t max_size = 1024;
    if (const auto place = Place::at("/etc/machine-id")) {
        const auto opened = place->open_target(Place::Access::read);
        const auto id = opened ? read_all(opened->file, max_size) : std::nullopt;
        if (id && !trimmed(*id).empty()) return std::string(trimmed(*id));
    }
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

} // namespace vow::agent
