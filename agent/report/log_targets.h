#pragma once

#include "agent/report/log_settings.h"
#include "protocol/system/file_descriptor.h"
#include "protocol/system/place.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace vow::agent {

/// The file that a log is appended to. A full file becomes PATH.1, that PATH.2, and so on; a device
/// is never full. No other user can lead the log to another file.
class LogFile {
public:
    /// Creates the file and the folder. All members throw std::runtime_error with the reason if the
    /// file cannot be written.
    explicit LogFile(const LogFileSettings& settings);
    LogFile(const LogFile&) = delete;
    LogFile& operator=(const LogFile&) = delete;
    ~LogFile();

    /// Appends a line, which is buffered.
    void append(std::string_view line);
    void flush();

private:
    void open();
    void rotate();

    std::size_t max_size_;
    std::size_t old_files_;
    std::optional<Place> place_; ///< nullopt for a device
    FileDescriptor file_;
    std::size_t size_ = 0; ///< of the file with the buffered lines
    std::string buffered_;
};

/// A Unix datagram socket of a logging service. Sending waits a second at most for a service that
/// does not keep up, then drops the datagram.
class LogSocket {
public:
    explicit LogSocket(std::string path) : path_(std::move(path)) {}

    /// Throws std::system_error if nothing listens there.
    void open();
    /// Throws std::system_error if the datagram is lost. Connects to a service that was started or
    /// restarted since.
    void send(std::string_view datagram);

private:
    bool connect();

    std::string path_;
    FileDescriptor socket_;
};

} // namespace vow::agent
