#include "modules/everyday/edited_file.h"
#include "modules/everyday/everyday.h"
#include "modules/makers.h"
#include "modules/sdk/cpp/text.h"
#include "modules/sdk/cpp/tool.h"
#include "protocol/crypto/openssl.h"
#include "protocol/text/name_grammar.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <cerrno>
#include <memory>
#include <variant>

namespace vow::modules {
namespace {

PromiseTypeDescription certificates_type() {
    PromiseTypeDescription type{
        .name = "certificates",
        .summary = "certificates of authorities that this host trusts",
        .promiser_summary = "a name for the certificate's file",
        .promiser_pattern = "[A-Za-z0-9_][A-Za-z0-9_.-]*",
    };
    type.attributes = {
        {.name = "source",
         .pattern = std::string(names::path.pattern),
         .summary = "a file with the certificate in PEM"},
        {.name = "content", .summary = "the certificate itself, in PEM"},
        absent_attribute("this host does not trust it"),
        {.name = "warn_before",
         .type = AttributeType::int_,
         .fallback = Data::string("30"),
         .pattern = "[0-9]{1,5}",
         .summary = "days before it expires, from which on there is a warning"},
    };
    type.rules = {
        {.needs = {"source", "content", "absent"}}, {.with = {"source"}, .excludes = {"content"}}};
    type.examples = {"certificates:\n  \"example\"\n    source => \"/srv/ca/example.pem\";"};
    return type;
}

/// Where a distribution has the certificates that an admin adds, and what makes its store of them.
struct CertificateStore {
    std::string folder;
    std::string program;
    std::string links; ///< has a link to each certificate, NAME.pem; empty: none

    static CertificateStore of_host() {
        const auto place = Place::at("/etc/pki/ca-trust/source/anchors");
        if (place && place->status())
            return {"/etc/pki/ca-trust/source/anchors/", "update-ca-trust", ""};
        return {"/usr/local/share/ca-certificates/", "update-ca-certificates", "/etc/ssl/certs/"};
    }
};

/// Days until the first certificate of a text expires, or why there is none.
std::variant<int, std::string> days_left(const std::string& pem) {
    using Certificate = std::unique_ptr<X509, ReleasedBy<&Openssl::X509_free>>;
    const OpensslMemory bytes = readable(pem);
    std::optional<int> least;
    while (bytes != nullptr) {
        const Certificate certificate(
            openssl().PEM_read_bio_X509(bytes.get(), nullptr, nullptr, nullptr)
        );
        int days = 0;
        int seconds = 0;
        if (certificate == nullptr) break;
        if (openssl().ASN1_TIME_diff(
                &days, &seconds, nullptr, openssl().X509_get0_notAfter(certificate.get())
            ) != 1)
            return "its date cannot be read";
        if (days == 0 && seconds < 0) days = -1;
        least = std::min(least.value_or(days), days);
    }
    if (least) return *least;
    return "it is not a certificate in PEM, which begins with -----BEGIN CERTIFICATE-----";
}

/// Keeps one promise.
class CertificateKeeper {
public:
    CertificateKeeper(const Promise& promise, Record& record, Log& log)
        : promise_(promise),
          record_(record),
          log_(log),
          settings_(promise.attributes),
          path_(store_.folder + promise.promiser + ".crt") {}

    void keep() {
        auto file = EditedFile::open(path_, record_);
        if (!file) return;
        if (settings_.holds("absent")) {
            const bool was_there = file->exists();
            if (file->keep_absent(what()) && was_there && may_change()) update();
            return;
        }
        const auto content = promised();
        if (!content || !is_valid(*content)) return;
        const bool is_new = file->content() != *content;
        if (!file->keep(
                *content,
                EditedFile::setting(what()),
                {.access = {.mode = 0644}, .with_folders = true}
            ))
            return;
        if ((is_new || !is_in_store()) && may_change()) update();
    }

private:
    std::string what() const {
        return text({"certificate '", promise_.promiser, "' in '", path_, "'"});
    }
    bool may_change() const { return promise_.terms.changes_allowed(); }

    std::optional<std::string> promised() {
        if (const auto content = settings_.text("content"))
            return std::string(trimmed(*content)) + "\n";
        const std::string source = settings_.text_or("source", "");
        if (const auto objection = log_.trust().objection_to(source)) {
            record_.failed(text({"'", source, "' is not trusted: ", *objection}));
            return std::nullopt;
        }
        const auto file = open_regular_file(source);
        auto content = file ? read_all(*file, max_size) : std::nullopt;
        if (!content) {
            record_.failed(text(
                {"Cannot read '", source, "': ", path_error(source, file ? EIO : file.error())}
            ));
        }
        return content;
    }

    bool is_valid(const std::string& content) {
        const auto left = days_left(content);
        if (const auto* why = std::get_if<std::string>(&left)) {
            record_.failed(text({"The certificate '", promise_.promiser, "' cannot be used: ", *why}
            ));
            return false;
        }
        const int days = std::get<int>(left);
        if (days < 0) {
            record_.failed(text(
                {"The certificate '",
                 promise_.promiser,
                 "' has expired ",
                 std::to_string(-days),
                 " days ago"}
            ));
            return false;
        }
        if (days < settings_.number("warn_before").value_or(0)) {
            log_.warning(text(
                {"The certificate '",
                 promise_.promiser,
                 "' expires in ",
                 std::to_string(days),
                 " days"}
            ));
        }
        return true;
    }

    bool is_in_store() const {
        if (store_.links.empty()) return true;
        const auto link = Place::at(store_.links + promise_.promiser + ".pem");
        return link && link->status();
    }

    void update() {
        const ToolRun ran = run_tool({.name = store_.program}, promise_, log_);
        if (ran.succeeded)
            return record_.repaired("Updated the certificates that this host trusts");
        record_.failed(text(
            {"The certificates that this host trusts are not updated: ",
             ran.problem,
             "; the package ca-certificates has ",
             store_.program}
        ));
    }

    static constexpr std::size_t max_size = 1 << 20;

    const Promise& promise_;
    Record& record_;
    Log& log_;
    const Settings settings_;
    const CertificateStore store_ = CertificateStore::of_host();
    const std::string path_;
};

Outcome keep_certificates(const Promise& promise, Record& record, Log& log) {
    CertificateKeeper(promise, record, log).keep();
    return {};
}

} // namespace

std::unique_ptr<Module> make_certificates_module() {
    return std::make_unique<EverydayModule>(certificates_type(), keep_certificates);
}

} // namespace vow::modules
