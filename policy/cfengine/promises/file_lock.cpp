#include "policy/cfengine/promises/file_lock.h"

#include "policy/run/lock.h"

namespace vow::cfengine {
namespace {

constexpr std::chrono::seconds longest_wait_for_file{30};

LockName name_for(World& world, const std::string& path) {
    const auto real = world.host.real_path(path);
    return LockName("edit " + (real ? *real : path));
}

} // namespace

FileLock::FileLock(World& world, const std::string& path)
    : world_(world),
      name_(name_for(world, path)) {
    constexpr LockTerms terms{
        .if_elapsed = std::chrono::minutes(0),
        .expire_after = std::chrono::hours(24 * 365)}; // an edit holds it for moments
    const auto until = world.keeper.now() + longest_wait_for_file;
    is_taken_ = wait_for_lock(world, name_, terms, until) == LockAnswer::taken;
}

FileLock::~FileLock() {
    if (is_taken_) world_.state.give_back(name_);
}

} // namespace vow::cfengine
