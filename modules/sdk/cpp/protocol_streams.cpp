#include "modules/sdk/cpp/protocol_streams.h"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace vow::modules {
namespace {

constexpr std::size_t buffer_size = 1 << 16;

FileDescriptor taken(int number) {
    return FileDescriptor(fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

} // namespace

DescriptorBuffer::DescriptorBuffer(FileDescriptor descriptor)
    : descriptor_(std::move(descriptor)),
      read_(buffer_size),
      unwritten_(buffer_size) {
    setp(unwritten_.data(), unwritten_.data() + unwritten_.size());
}

DescriptorBuffer::int_type DescriptorBuffer::underflow() {
    ssize_t count = 0;
    do {
        count = read(descriptor_.number(), read_.data(), read_.size());
    } while (count < 0 && errno == EINTR);
    if (count <= 0) return traits_type::eof();
    setg(read_.data(), read_.data(), read_.data() + count);
    return traits_type::to_int_type(*gptr());
}

DescriptorBuffer::int_type DescriptorBuffer::overflow(int_type letter) {
    if (sync() != 0) return traits_type::eof();
    if (traits_type::eq_int_type(letter, traits_type::eof())) return traits_type::not_eof(letter);
    return sputc(traits_type::to_char_type(letter));
}

int DescriptorBuffer::sync() {
    for (const char* at = pbase(); at < pptr();) {
        const auto left = static_cast<std::size_t>(pptr() - at);
        const ssize_t count = write(descriptor_.number(), at, left);
        if (count < 0 && errno != EINTR) return -1;
        if (count > 0) at += count;
    }
    setp(unwritten_.data(), unwritten_.data() + unwritten_.size());
    return 0;
}

ProtocolStreams::ProtocolStreams()
    : reading_(taken(STDIN_FILENO)),
      writing_(taken(STDOUT_FILENO)),
      requests_(&reading_),
      replies_(&writing_) {
    const FileDescriptor nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
    dup2(nothing.number(), STDIN_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
}

} // namespace vow::modules
