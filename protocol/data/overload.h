#pragma once

namespace vow {

/// A visitor for std::visit, made of one lambda for each kind. A kind without one does not compile.
template <class... Cases>
struct Overload : Cases... {
    using Cases::operator()...;
};
template <class... Cases>
Overload(Cases...) -> Overload<Cases...>;

} // namespace vow
