#include "policy/run/observer.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace vow {
namespace {

using Send = std::function<void(Observer&)>;

/// Stored is what happens now, unless it was stored before.
template <class Happening>
EventTime time_of(const Happening& event) {
    return event.time ? event.time : std::chrono::steady_clock::now();
}

/// A promise with its own copy of the type, as the original may not exist when the event is sent.
class PromiseCopy {
public:
    explicit PromiseCopy(const Promise& original)
        : held_(std::make_shared<Held>(Held{*original.type, original})) {
        held_->promise.type = &held_->type;
    }

    const Promise& operator*() const { return held_->promise; }

private:
    struct Held {
        PromiseType type;
        Promise promise;
    };

    std::shared_ptr<Held> held_;
};

/// A source with its own copies of the texts.
class SourceCopy {
public:
    explicit SourceCopy(const LogSource& source)
        : by_(source.by),
          operation_(source.operation),
          scopes_(source.scopes.begin(), source.scopes.end()),
          server_(source.server),
          file_(source.file),
          prefix_(source.prefix),
          line_(source.line),
          column_(source.column) {}

    LogSource source() const {
        return {by_, operation_, scopes_, server_, file_, line_, column_, prefix_};
    }

private:
    std::string by_, operation_;
    std::vector<std::string> scopes_;
    std::string server_, file_, prefix_;
    std::uint32_t line_, column_;
};

Send stored(const LogLine& event) {
    std::optional<SourceCopy> source;
    if (event.source != nullptr) source.emplace(*event.source);
    return [level = event.level,
            text = std::string(event.text),
            scope = event.scope,
            priority = event.priority,
            excerpt = std::string(event.excerpt),
            source = std::move(source)](Observer& observer) {
        const LogSource from = source ? source->source() : LogSource();
        observer.receive(LogLine{level, text, scope, priority, excerpt, source ? &from : nullptr});
    };
}

Send stored(const Report& event) {
    return
        [text = std::string(event.text), scope = event.scope, form = event.form](Observer& observer
        ) {
            observer.receive(Report{text, scope, form});
        };
}

Send stored(const ScopeBegan& event) {
    return [scope = event.scope,
            parent = event.parent,
            kind = std::string(event.kind),
            name = std::string(event.name),
            origin = event.origin,
            time = time_of(event)](Observer& observer) {
        observer.receive(ScopeBegan{scope, parent, kind, name, origin, time});
    };
}

Send stored(const ScopeEnded& event) {
    return [scope = event.scope, result = event.result, time = time_of(event)](Observer& observer) {
        observer.receive(ScopeEnded{scope, result, time});
    };
}

Send stored(const PromiseStarted& event) {
    return [promise = PromiseCopy(event.promise)](Observer& observer) {
        observer.receive(PromiseStarted{*promise});
    };
}

Send stored(const Progress& event) {
    return [promise = PromiseCopy(event.promise),
            percent = event.percent,
            text = std::string(event.text)](Observer& observer) {
        observer.receive(Progress{*promise, percent, text});
    };
}

Send stored(const PromiseDone& event) {
    return [promise = PromiseCopy(event.promise),
            outcome = event.outcome,
            handled = event.handled,
            time = time_of(event),
            error = std::string(event.error)](Observer& observer) {
        observer.receive(PromiseDone{*promise, outcome, handled, time, error});
    };
}

Send stored(const PromiseSkipped& event) {
    return [type = std::string(event.type),
            promiser = std::string(event.promiser),
            origin = event.origin,
            reason = event.reason,
            because = std::string(event.because),
            kept_by = event.kept_by,
            form = event.form](Observer& observer) {
        observer.receive(PromiseSkipped{type, promiser, origin, reason, because, kept_by, form});
    };
}

Send stored(const ClassExpected& event) {
    return [name = std::string(event.name),
            cause = std::string(event.cause),
            origin = event.origin](Observer& observer) {
        observer.receive(ClassExpected{name, cause, origin});
    };
}

Send stored(const PromiseFollows& event) {
    return [type = std::string(event.type),
            promiser = std::string(event.promiser),
            origin = event.origin,
            cause = std::string(event.cause),
            class_name = std::string(event.class_name)](Observer& observer) {
        observer.receive(PromiseFollows{type, promiser, origin, cause, class_name});
    };
}

Send stored(const DriftFound& event) {
    return [operation = std::string(event.operation),
            promiser = std::string(event.promiser),
            origin = event.origin,
            server = std::string(event.server),
            changes = event.changes](Observer& observer) {
        observer.receive(DriftFound{operation, promiser, origin, server, changes});
    };
}

Send stored(const FacilityChosen& event) {
    return [event](Observer& observer) { observer.receive(event); };
}

Send stored(const LogLevelChosen& event) {
    return [event](Observer& observer) { observer.receive(event); };
}

Send stored(const ClassDefined& event) {
    return [name = std::string(event.name),
            bundle = std::string(event.bundle),
            remarks = event.remarks,
            origin = event.origin](Observer& observer) {
        observer.receive(ClassDefined{name, bundle, remarks, origin});
    };
}

Send stored(const ClassCancelled& event) {
    return [name = std::string(event.name), origin = event.origin](Observer& observer) {
        observer.receive(ClassCancelled{name, origin});
    };
}

Send stored(const ClassWithheld& event) {
    return [name = std::string(event.name),
            now = event.now,
            needed = event.needed,
            origin = event.origin](Observer& observer) {
        observer.receive(ClassWithheld{name, now, needed, origin});
    };
}

Send stored(const VariableDefined& event) {
    return [name = std::string(event.name),
            value = std::string(event.value),
            remarks = event.remarks,
            origin = event.origin](Observer& observer) {
        observer.receive(VariableDefined{name, value, remarks, origin});
    };
}

Send stored(const SecretLearned& event) {
    return [value = event.value, scope = event.scope](Observer& observer) {
        observer.receive(SecretLearned{value, scope});
    };
}

Send stored(const ModuleStarted& event) {
    return [process = event.process,
            type = std::string(event.type),
            path = std::string(event.path),
            scope = event.scope](Observer& observer) {
        observer.receive(ModuleStarted{process, type, path, scope});
    };
}

Send stored(const ModuleWorked& event) {
    return [process = event.process,
            promise = PromiseCopy(event.promise),
            outcome = event.outcome](Observer& observer) {
        observer.receive(ModuleWorked{process, *promise, outcome});
    };
}

Send stored(const ModuleEnded& event) {
    return [event](Observer& observer) { observer.receive(event); };
}

Send stored(const LanguageEvent& event) {
    return [name = std::string(event.name),
            members = event.members,
            scope = event.scope](Observer& observer) {
        observer.receive(LanguageEvent{name, members, scope});
    };
}

} // namespace

StoredEvent::StoredEvent(const Event& event)
    : send_(std::visit([](const auto& happening) { return stored(happening); }, event)) {}

} // namespace vow
