#include "agent/module/shell/running_module.h"

#include "protocol/description/description.h"
#include "protocol/harness/record/transcript.h"

#include <cstdio>

namespace vow::agent {

RunningModule::RunningModule(const ModuleOptions& options)
    : options_(options),
      subject_(subject_of(options)),
      level_(options.log_level) {
    start();
}

void RunningModule::start() {
    dialogue_ = std::make_unique<ShownDialogue>(subject_, options_);
    dialogue_->set_log_level(level_);
    if (!dialogue_->is_open()) return show_end();
    // Needed for completion; not shown, as it would clutter each start.
    if (!dialogue_->offers("describe")) return;
    read_description();
    if (description_) std::printf("  (it describes itself: see describe)\n");
}

void RunningModule::read_description() {
    auto read = description_from(dialogue_->dialogue().describe());
    dialogue_->skip_new();
    if (const auto* why = std::get_if<std::string>(&read)) {
        std::printf("  (its description cannot be read: it %s)\n", why->c_str());
        description_.reset();
    } else {
        description_ = std::get<Description>(std::move(read));
        for (const std::string& mistake : description_->mistakes)
            std::printf("  (in its description, %s)\n", mistake.c_str());
    }
    if (dialogue_->dialogue().conversation().has_ended()) show_end();
}

void RunningModule::update_after(const harness::Answer& answer) {
    dialogue_->show_errors();
    write_record();
    if (answer.completeness == harness::Completeness::cut) show_end();
}

void RunningModule::show_end() {
    dialogue_->show_end();
    dialogue_.reset();
}

void RunningModule::end() {
    if (!dialogue_) return;
    dialogue_->terminate();
    write_record();
    show_end();
}

void RunningModule::restart() {
    end();
    record_.clear(); // the file holds a single conversation
    start();
}

void RunningModule::record_in(const std::string& path) {
    record_ = path;
    write_record();
}

void RunningModule::set_log_level(LogLevel level) {
    level_ = level;
    if (dialogue_) dialogue_->set_log_level(level);
}

void RunningModule::write_record() {
    if (record_.empty()) return;
    try {
        harness::write_transcript(record_, dialogue_->dialogue().conversation().lines());
    } catch (const harness::TranscriptError&) {
        record_.clear();
        throw;
    }
}

} // namespace vow::agent
