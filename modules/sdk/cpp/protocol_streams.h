#pragma once

#include "protocol/system/file_descriptor.h"

#include <istream>
#include <ostream>
#include <streambuf>
#include <vector>

namespace vow::modules {

/// Reads and writes an open file, which it owns.
class DescriptorBuffer : public std::streambuf {
public:
    explicit DescriptorBuffer(FileDescriptor descriptor);

protected:
    int_type underflow() override;
    int_type overflow(int_type letter) override;
    int sync() override;

private:
    FileDescriptor descriptor_;
    std::vector<char> read_, unwritten_;
};

/// Reserves the standard streams of this process for the protocol. From then on all other output,
/// including that of child processes, goes to standard error, and standard input is empty.
class ProtocolStreams {
public:
    ProtocolStreams();

    std::istream& requests() { return requests_; }
    std::ostream& replies() { return replies_; }

private:
    DescriptorBuffer reading_, writing_;
    std::istream requests_;
    std::ostream replies_;
};

} // namespace vow::modules
