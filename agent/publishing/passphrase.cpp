#include "agent/publishing/key_ring.h"
#include "agent/publishing/release_fault.h"
#include "protocol/system/file_descriptor.h"
#include "protocol/system/place.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <termios.h>

namespace vow::agent {
namespace {

constexpr std::size_t max_passphrase = 4096;
constexpr mode_t rights_besides_owner = 0077;

/// A terminal that shows nothing of what is typed.
class SilentTerminal {
public:
    SilentTerminal() {
        const auto place = Place::at("/dev/tty");
        if (place) {
            auto opened = place->open_output(Place::Writing::appended, 0);
            if (opened) writing_ = std::move(*opened);
        }
        reading_ = FileDescriptor(::open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY));
        if (!reading_ || ::tcgetattr(reading_.number(), &before_) != 0) {
            reading_.close();
            return;
        }
        termios silent = before_;
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        silent.c_lflag |= ECHONL;
        ::tcsetattr(reading_.number(), TCSAFLUSH, &silent);
    }
    SilentTerminal(const SilentTerminal&) = delete;
    SilentTerminal& operator=(const SilentTerminal&) = delete;
    ~SilentTerminal() {
        if (reading_) ::tcsetattr(reading_.number(), TCSAFLUSH, &before_);
    }

    bool is_there() const { return static_cast<bool>(reading_); }

    std::string answer_to(const std::string& question) const {
        write_all(writing_, question);
        std::string line;
        char letter = 0;
        while (line.size() < max_passphrase && ::read(reading_.number(), &letter, 1) == 1) {
            if (letter == '\n') break;
            line += letter;
        }
        return line;
    }

private:
    FileDescriptor reading_ = {};
    FileDescriptor writing_ = {};
    termios before_ = {};
};

} // namespace

const std::string& Passphrase::text(const std::string& purpose, Use use) {
    if (!text_) text_ = file_.empty() ? from_terminal(purpose, use) : from_file();
    return *text_;
}

std::string Passphrase::from_file() const {
    const auto fail = [&](const std::string& why) {
        throw ReleaseFault("--passphrase-file: '" + file_ + "': " + why);
    };
    const auto place = Place::at(file_);
    const auto opened = place ? place->open_target(Place::Access::read)
                              : SystemResult<OpenFile>::failed(place.error());
    if (!opened) fail(std::generic_category().message(opened.error()));
    if ((opened->status.st_mode & rights_besides_owner) != 0)
        fail("others than its owner have rights to it; take them away: chmod 600");
    auto text = read_all(opened->file, max_passphrase);
    if (!text) fail(std::generic_category().message(errno));
    text->erase(std::min(text->find_first_of("\r\n"), text->size()));
    if (text->empty()) fail("its first line is empty");
    return *std::move(text);
}

std::string Passphrase::from_terminal(const std::string& purpose, Use use) {
    const SilentTerminal terminal;
    if (!terminal.is_there())
        throw ReleaseFault(
            purpose + " need a passphrase, and no terminal is there to type it: name a file that "
                      "has it with --passphrase-file"
        );
    std::string text = terminal.answer_to("Passphrase of " + purpose + ": ");
    if (text.empty()) throw ReleaseFault("the passphrase is empty");
    if (use == Use::chosen && terminal.answer_to("The same again: ") != text)
        throw ReleaseFault("the two passphrases differ: nothing was made");
    return text;
}

} // namespace vow::agent
