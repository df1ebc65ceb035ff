#pragma once

#include <initializer_list>
#include <optional>
#include <stdexcept>

namespace vow {

/// A shared library that is opened when it is first needed, so that no other run waits for it or
/// depends on it. It stays open until the process ends.
class DynamicLibrary {
public:
    /// The first of these names that can be opened; nullopt if none can.
    static std::optional<DynamicLibrary> open(std::initializer_list<const char*> names);

    /// A function or variable of the library, of the type that its header gives it. Throws
    /// MissingSymbol.
    template <class Symbol>
    Symbol symbol(const char* name) const {
        return reinterpret_cast<Symbol>(find(name));
    }

    class MissingSymbol : public std::runtime_error {
    public:
        using std::runtime_error::runtime_error;
    };

    /// A host lacks a library that what it was requested to do needs; a message for the user.
    class Missing : public std::runtime_error {
    public:
        using std::runtime_error::runtime_error;
    };

private:
    explicit DynamicLibrary(void* library) : library_(library) {}

    void* find(const char* name) const;

    void* library_;
};

} // namespace vow
