// Runs a program, and prints what it took: cpu time in microseconds, peak memory in KiB, page
// faults without reading, exit status. The peak memory of a process is never less than that of the
// process that started it, so that has to be a small one.
//
//   launch RESULT PROGRAM [ARGUMENT...]
#include <cstdio>

#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

int main(int argc, char** argv) {
    pid_t child = 0;
    if (argc < 3 || posix_spawnp(&child, argv[2], nullptr, nullptr, argv + 2, environ) != 0)
        return 2;
    int status = 0;
    rusage usage{};
    if (wait4(child, &status, 0, &usage) != child) return 2;
    std::FILE* const result = std::fopen(argv[1], "w");
    if (result == nullptr) return 2;
    const auto microseconds = [](const timeval& time) {
        return static_cast<long long>(time.tv_sec) * 1'000'000 + time.tv_usec;
    };
    std::fprintf(
        result,
        "%lld %ld %ld %d\n",
        microseconds(usage.ru_utime) + microseconds(usage.ru_stime),
        usage.ru_maxrss,
        usage.ru_minflt,
        WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)
    );
    return std::fclose(result) == 0 ? 0 : 2;
}
