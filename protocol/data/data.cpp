#include "protocol/data/data.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <memory>
#include <unordered_map>

namespace vow {
namespace {

/// Of a value without its text or parts.
constexpr std::size_t least_weight = 64;

/// The greatest number if the sum is greater.
std::size_t sum(std::size_t one, std::size_t other) {
    std::size_t result = 0;
    return __builtin_add_overflow(one, other, &result) ? std::size_t(-1) : result;
}

} // namespace

/// The items of an array, and their weight.
struct Data::Sequence {
    explicit Sequence(Array all) : items(std::move(all)) {
        for (const Data& item : items)
            weight = sum(weight, item.weight());
    }

    mutable std::atomic<std::uint32_t> owners = 1;
    Array items;
    std::size_t weight = least_weight;
};

/// The members of an object, with an index if there are many.
class Data::Object {
public:
    explicit Object(std::vector<Member> members) : members_(std::move(members)) {
        if (members_.size() <= few) {
            remove_repeated();
        } else {
            index_and_remove_repeated();
        }
        for (const auto& [name, value] : members_)
            weight_ = sum(weight_, sum(name.size() + least_weight, value.weight()));
    }
    Object(const Object&) = delete; // the index points into the members
    Object& operator=(const Object&) = delete;
    ~Object() = default;

    mutable std::atomic<std::uint32_t> owners = 1;

    const std::vector<Member>& members() const { return members_; }
    std::size_t weight() const { return weight_; }

    const Data* find(std::string_view name) const {
        if (members_.size() > few) {
            const auto found = index_->find(name);
            return found == index_->end() ? nullptr : &members_[found->second].second;
        }
        const auto found = std::find_if(members_.begin(), members_.end(), [&](const Member& each) {
            return each.first == name;
        });
        return found == members_.end() ? nullptr : &found->second;
    }

private:
    using Index = std::unordered_map<std::string_view, std::size_t>;
    static constexpr std::size_t few = 8;

    void remove_repeated() {
        for (auto member = members_.begin(); member != members_.end();) {
            const auto first = std::find_if(members_.begin(), member, [&](const Member& each) {
                return each.first == member->first;
            });
            if (first == member) {
                ++member;
            } else {
                first->second = std::move(member->second);
                member = members_.erase(member);
            }
        }
    }

    void index_and_remove_repeated() {
        std::vector<Member> kept;
        kept.reserve(members_.size()); // the index holds views of the names
        index_ = std::make_unique<Index>(members_.size());
        for (Member& member : members_) {
            if (const auto known = index_->find(member.first); known != index_->end()) {
                kept[known->second].second = std::move(member.second);
            } else {
                kept.push_back(std::move(member));
                index_->emplace(kept.back().first, kept.size() - 1);
            }
        }
        members_ = std::move(kept);
    }

    std::vector<Member> members_;
    std::unique_ptr<Index> index_; ///< of more than a few members
    std::size_t weight_ = least_weight;
};

template <class Part>
void Data::Shared<Part>::add_owner() const noexcept {
    if (part_ != nullptr) part_->owners.fetch_add(1, std::memory_order_relaxed);
}

template <class Part>
void Data::Shared<Part>::remove_owner() noexcept {
    if (part_ != nullptr && part_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1)
        delete part_;
}

template class Data::Shared<Data::Sequence>;
template class Data::Shared<Data::Object>;

Data Data::boolean(bool truth) {
    return Data(Content(truth));
}

Data Data::integer(std::int64_t number) {
    return Data(Content(Integer{SharedText(std::to_string(number))}));
}

Data Data::real(double number) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
    std::string digits(buffer.data(), end);
    if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
    return Data(Content(Real{SharedText(digits)}));
}

Data Data::number(std::string_view digits) {
    const bool is_integer = digits.find_first_of(".eE") == std::string_view::npos;
    SharedText text(digits);
    return is_integer ? Data(Content(Integer{std::move(text)}))
                      : Data(Content(Real{std::move(text)}));
}

Data Data::string(std::string_view text) {
    return string(SharedText(text));
}

Data Data::string(SharedText text) {
    return Data(Content(std::move(text)));
}

Data Data::array(Array items) {
    return Data(Content(Items(new Sequence(std::move(items)))));
}

Data Data::object(std::vector<Member> members) {
    return Data(Content(Members(new Object(std::move(members)))));
}

Data::Kind Data::kind() const {
    struct KindOf {
        Kind operator()(std::monostate) const { return Kind::null; }
        Kind operator()(bool) const { return Kind::boolean; }
        Kind operator()(const Integer&) const { return Kind::integer; }
        Kind operator()(const Real&) const { return Kind::real; }
        Kind operator()(const SharedText&) const { return Kind::string; }
        Kind operator()(const Items&) const { return Kind::array; }
        Kind operator()(const Members&) const { return Kind::object; }
    };
    return std::visit(KindOf{}, content_);
}

bool Data::is_container() const {
    return std::holds_alternative<Items>(content_) || std::holds_alternative<Members>(content_);
}

std::string_view Data::text() const {
    struct TextOf {
        std::string_view operator()(bool truth) const { return truth ? "true" : "false"; }
        std::string_view operator()(const Integer& number) const { return number.digits.view(); }
        std::string_view operator()(const Real& number) const { return number.digits.view(); }
        std::string_view operator()(const SharedText& text) const { return text.view(); }
        std::string_view operator()(std::monostate) const { return {}; }
        std::string_view operator()(const Items&) const { return {}; }
        std::string_view operator()(const Members&) const { return {}; }
    };
    return std::visit(TextOf{}, content_);
}

bool Data::truth() const {
    const auto* truth = std::get_if<bool>(&content_);
    return truth != nullptr && *truth;
}

double Data::as_real() const {
    double number = 0;
    if (kind() == Kind::integer || kind() == Kind::real) {
        const std::string_view digits = text();
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
    }
    return number;
}

const Data::Array& Data::items() const {
    static const Array none;
    const auto* items = std::get_if<Items>(&content_);
    return items == nullptr ? none : (*items)->items;
}

const std::vector<Data::Member>& Data::members() const {
    static const std::vector<Member> none;
    const auto* members = std::get_if<Members>(&content_);
    return members == nullptr ? none : (*members)->members();
}

std::size_t Data::size() const {
    return std::holds_alternative<Items>(content_) ? items().size() : members().size();
}

std::size_t Data::weight() const {
    if (const auto* items = std::get_if<Items>(&content_)) return (*items)->weight;
    if (const auto* members = std::get_if<Members>(&content_)) return (*members)->weight();
    return text().size() + least_weight;
}

const Data* Data::find(std::string_view name) const {
    const auto* members = std::get_if<Members>(&content_);
    return members == nullptr ? nullptr : (*members)->find(name);
}

const Data* Data::at(std::size_t index) const {
    const Array& all = items();
    return index < all.size() ? &all[index] : nullptr;
}

bool operator==(const Data& left, const Data& right) {
    if (left.kind() != right.kind() || left.size() != right.size()) return false;
    switch (left.kind()) {
    case Data::Kind::null: return true;
    case Data::Kind::boolean:
    case Data::Kind::integer:
    case Data::Kind::real:
    case Data::Kind::string: return left.text() == right.text();
    case Data::Kind::array: return left.items() == right.items();
    case Data::Kind::object: break;
    }
    return std::all_of(
        left.members().begin(),
        left.members().end(),
        [&](const Data::Member& member) {
            const Data* other = right.find(member.first);
            return other != nullptr && *other == member.second;
        }
    );
}

} // namespace vow
