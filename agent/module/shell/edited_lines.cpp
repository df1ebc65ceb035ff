#include "agent/module/shell/line_source.h"

#if __has_include(<histedit.h>)
#include "agent/module/shell/edit_library.h"

#include <algorithm>
#include <clocale>
#include <cstdio>

#include <sys/stat.h>

namespace vow::agent {
namespace {

constexpr int max_history_lines = 1000;

std::string common_beginning(const std::vector<std::string>& words) {
    std::string beginning = words.front();
    for (const std::string& word : words) {
        const auto differs =
            std::mismatch(beginning.begin(), beginning.end(), word.begin(), word.end());
        beginning.erase(differs.first, beginning.end());
    }
    return beginning;
}

class EditedLines : public LineSource {
public:
    EditedLines(const EditLibrary& library, const LineSettings& settings)
        : libedit_(library),
          settings_(settings),
          history_(library.history_init(), library.history_end),
          editor_(library.init("vow", stdin, stdout, stderr), library.end) {
        HistEvent event;
        libedit_.history(history_.get(), &event, H_SETSIZE, max_history_lines);
        libedit_.history(history_.get(), &event, H_SETUNIQUE, 1);
        if (!settings_.history.empty())
            libedit_.history(history_.get(), &event, H_LOAD, settings_.history.c_str());
        EditLine* editor = editor_.get();
        libedit_.set(editor, EL_CLIENTDATA, this);
        libedit_.set(editor, EL_PROMPT, prompt_of);
        libedit_.set(editor, EL_EDITOR, "emacs");
        libedit_.set(editor, EL_SIGNAL, 1);
        libedit_.set(editor, EL_HIST, libedit_.history, history_.get());
        libedit_.set(editor, EL_ADDFN, "vow-complete", "Completes what is typed", complete);
        libedit_.set(editor, EL_BIND, "^I", "vow-complete", nullptr);
        // While a line is typed, Ctrl-C discards it and does not end the program.
        libedit_.set(editor, EL_SETTY, "-d", "-isig", nullptr);
        libedit_.set(editor, EL_BIND, "^C", "em-kill-line", nullptr);
        libedit_.source(editor, nullptr); // the user's own ~/.editrc
    }

    std::optional<std::string> next_line() override {
        int count = 0;
        const char* line = libedit_.gets(editor_.get(), &count);
        if (line == nullptr || count <= 0) {
            std::fputc('\n', stdout);
            return std::nullopt;
        }
        std::string text(line, static_cast<std::size_t>(count));
        if (text.ends_with('\n')) text.pop_back();
        return text;
    }

    void keep(const std::string& line) override {
        HistEvent event;
        libedit_.history(history_.get(), &event, H_ENTER, line.c_str());
        if (settings_.history.empty()) return;
        const mode_t mask = ::umask(077); // promises are confidential
        libedit_.history(history_.get(), &event, H_SAVE, settings_.history.c_str());
        ::umask(mask);
    }

private:
    static EditedLines& of(EditLine* editor) {
        void* data = nullptr;
        edit_library()->get(editor, EL_CLIENTDATA, &data);
        return *static_cast<EditedLines*>(data);
    }

    static char* prompt_of(EditLine* editor) { return of(editor).settings_.prompt.data(); }

    /// Inserts the common prefix of all completions; lists them if that is empty.
    static unsigned char complete(EditLine* editor, int) {
        const EditedLines& self = of(editor);
        const LineInfo* info = self.libedit_.line(editor);
        const std::string typed(info->buffer, info->cursor);
        const Completion completion = self.settings_.complete(typed);
        if (completion.words.empty()) return CC_ERROR;
        const std::string beginning = common_beginning(completion.words);
        const std::size_t known = typed.size() - completion.begin;
        if (beginning.size() > known) {
            self.libedit_.insertstr(editor, beginning.c_str() + known);
            return CC_REFRESH;
        }
        if (completion.words.size() == 1) return CC_NORM;
        std::fputc('\n', stdout);
        for (const std::string& word : completion.words)
            std::printf("%s  ", word.c_str());
        std::fputc('\n', stdout);
        std::fflush(stdout);
        return CC_REDISPLAY;
    }

    const EditLibrary& libedit_;
    LineSettings settings_;
    std::unique_ptr<History, decltype(&::history_end)> history_;
    std::unique_ptr<EditLine, decltype(&::el_end)> editor_;
};

} // namespace

std::unique_ptr<LineSource> make_edited_lines(const LineSettings& settings) {
    const EditLibrary* library = edit_library();
    if (library == nullptr) return nullptr;
    std::setlocale(LC_CTYPE, ""); // determines which bytes form a character
    return std::make_unique<EditedLines>(*library, settings);
}

} // namespace vow::agent

#else

std::unique_ptr<vow::agent::LineSource> vow::agent::make_edited_lines(const LineSettings&) {
    return nullptr;
}

#endif
