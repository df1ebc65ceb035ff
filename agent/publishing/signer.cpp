#include "agent/publishing/signer.h"

#include "agent/publishing/release_fault.h"
#include "agent/release/canonical_json.h"
#include "agent/release/public_key.h"
#include "protocol/crypto/openssl.h"
#include "protocol/system/running_command.h"
#include "protocol/text/digest.h"
#include "protocol/text/text.h"

#include <array>
#include <cstdlib>
#include <utility>

#include <unistd.h>

namespace vow::agent {
namespace {

constexpr std::size_t raw_key_size = 32;
constexpr std::size_t raw_signature_size = 64;
constexpr std::size_t max_signing_output = 256U << 20U;
constexpr std::chrono::minutes signing_limit{10}; // a person may have to touch a device

/// Keeps the standard output.
class SigningOutput : public CommandListener {
public:
    void output(std::string_view bytes) override { text += bytes; }
    bool is_stopped() const override { return text.size() > max_signing_output; }

    std::string text = {};
};

/// A program by its path, or looked up in PATH.
std::string program_path(const std::string& program) {
    if (program.find('/') != std::string::npos) return program;
    const char* folders = std::getenv("PATH");
    for (const std::string_view folder :
         split_at(folders == nullptr ? "/usr/local/bin:/usr/bin:/bin" : folders, ':')) {
        std::string path = std::string(folder) + "/" + program;
        if (!folder.empty() && ::access(path.c_str(), X_OK) == 0) return path;
    }
    return program;
}

std::string ending_text(const CommandEnding& ending) {
    using Kind = CommandEnding::Kind;
    switch (ending.kind) {
    case Kind::exited: return "it ended with exit status " + std::to_string(ending.number);
    case Kind::signalled: return "signal " + std::to_string(ending.number) + " ended it";
    case Kind::timed_out: return "it took longer than ten minutes";
    case Kind::stopped: return "it printed too much";
    case Kind::given_up: return "it does not end";
    case Kind::not_started: break;
    }
    return ending.reason;
}

} // namespace

std::string output_of(
    const std::vector<std::string>& words, const std::string& input, const std::string& purpose
) {
    Command command{
        .arguments = words,
        .input = input,
        .capture = Command::Capture::standard_output,
        .limit = signing_limit};
    command.arguments.front() = program_path(words.front());
    const auto checked = Trust::of_process().checked(std::move(command));
    if (const auto* objection = std::get_if<Objection>(&checked))
        throw ReleaseFault(
            "the program '" + words.front() + "' " + purpose +
            " is not run, as others can change it: " + objection->reason
        );
    SigningOutput listener;
    const CommandEnding ending = run_command(std::get<TrustedCommand>(checked), listener);
    if (ending.kind == CommandEnding::Kind::exited && ending.number == 0)
        return std::move(listener.text);
    throw ReleaseFault(
        "the program '" + words.front() + "' " + purpose + " failed: " + ending_text(ending)
    );
}

ProgramSigner::ProgramSigner(Data public_part, std::string command)
    : public_part_(std::move(public_part)),
      command_(std::move(command)),
      id_(key_id_of(public_part_)) {}

std::string ProgramSigner::sign(std::string_view bytes) const {
    const std::vector<std::string> words = words_of(command_);
    if (words.empty()) throw ReleaseFault("the program to sign with has no name");
    const std::string answer = output_of(words, std::string(bytes), "to sign with");
    const std::string_view digits = trimmed(answer);
    const bool is_binary = answer.size() == raw_signature_size;
    std::string signature = is_binary ? hexadecimal(answer) : lower_case(digits);
    if (signature.size() == 2 * raw_signature_size &&
        PublicKey(public_part_).verifies(bytes, signature))
        return signature;
    throw ReleaseFault(
        "the program '" + words.front() + "' to sign with printed " +
        std::to_string(answer.size()) + " bytes that are not a signature of the key " + id_ +
        ": expected the 64 bytes of an Ed25519 signature, or their 128 hexadecimal digits"
    );
}

Data public_part_of(const std::string& pem, const std::string& file) {
    const OpensslMemory memory = readable(pem);
    const OpensslKey key(openssl().PEM_read_bio_PUBKEY(memory.get(), nullptr, nullptr, nullptr));
    std::array<char, raw_key_size> bytes{};
    std::size_t size = bytes.size();
    if (!key || openssl().EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_ED25519 ||
        openssl().EVP_PKEY_get_raw_public_key(
            key.get(), reinterpret_cast<unsigned char*>(bytes.data()), &size
        ) != 1)
        throw ReleaseFault(
            "'" + file +
            "' is not the public part of an Ed25519 key in PEM; this makes one of a private key: "
            "openssl pkey -in KEY.pem -pubout"
        );
    return Data::object(
        {{"keytype", Data::string("ed25519")},
         {"keyval",
          Data::object({{"public", Data::string(hexadecimal({bytes.data(), bytes.size()}))}})},
         {"scheme", Data::string("ed25519")}}
    );
}

std::string key_id_of(const Data& public_part) {
    return sha256_of(canonical_json(public_part).value());
}

} // namespace vow::agent
