#include "protocol/client/quotation.h"
#include "protocol/harness/answer_finding.h"
#include "protocol/harness/conformance/examination.h"

#include <algorithm>

namespace vow::harness {
namespace {

constexpr int depth = 100;

/// Requires an answer with the usual result.
Finding as_usual(Examination& examination, const Fields& fields, const std::string& what) {
    const Answer answer = examination.send_request(fields);
    Finding finding = answered(answer, what);
    if (finding.judgement != Judgement::pass || !answer.reply) return finding;
    const bool is_as_usual = answer.reply->result == examination.usual_result();
    if (is_as_usual || examination.is_out_of_step()) return finding;
    return Finding::violation(
        what + " changed the answer from " + client::quoted_excerpt(examination.usual_result()) +
            " to " + client::quoted_excerpt(answer.reply->result.value_or("")),
        excerpt(answer)
    );
}

/// Requires any answer to the usual promise with one more attribute.
Finding with_value(Examination& examination, const Data& value, const std::string& what) {
    SentPromise promise = examination.promise();
    promise.attributes.emplace_back("vow_conform", value);
    return answered(examination.send_request(Examination::fields_for(promise)), what);
}

/// The same with the text in the promiser as well.
Finding with_text(Examination& examination, const std::string& text, const std::string& what) {
    Finding finding = with_value(examination, Data::string(text), what + " in an attribute");
    if (finding.judgement != Judgement::pass) return finding;
    SentPromise promise = examination.promise();
    promise.promiser += text;
    return answered(
        examination.send_request(Examination::fields_for(promise)), what + " in the promiser"
    );
}

Fields without(Fields fields, std::string_view name) {
    std::erase_if(fields, [&](const Data::Member& field) { return field.first == name; });
    return fields;
}

} // namespace

Finding fields_in_any_order(Examination& examination) {
    Fields fields = examination.usual_fields();
    std::reverse(fields.begin(), fields.end());
    return as_usual(examination, fields, "fields in reverse order");
}

Finding unknown_fields_are_ignored(Examination& examination) {
    Fields fields = examination.usual_fields();
    // Attributes are the last field, and stay last.
    fields.insert(fields.begin() + 1, {"later_feature", Data::string("on")});
    return as_usual(examination, fields, "an unknown field");
}

Finding place_may_be_missing(Examination& examination) {
    const Fields fields = without(without(examination.usual_fields(), "line_number"), "filename");
    return as_usual(examination, fields, "a request without line_number and filename");
}

Finding attributes_may_be_missing(Examination& examination) {
    return answered(
        examination.send_request(without(examination.usual_fields(), "attributes")),
        "a promise without attributes"
    );
}

Finding attributes_of_every_type(Examination& examination) {
    struct Value {
        const char* what;
        const char* json;
    };
    constexpr Value values[] = {
        {"a list of texts", R"(["one","two"])"},
        {"an empty list", "[]"},
        {"a list of data", R"([1,null,{"a":[]}])"},
        {"a body", R"({"mode":"600","owners":["root"]})"},
        {"an empty object", "{}"},
        {"an integer", "42"},
        {"a large integer", "123456789012345678901234567890"},
        {"a real", "-1.5e3"},
        {"true", "true"},
        {"null", "null"},
    };
    for (const Value& value : values) {
        const Data data = std::get<Data>(parse_json(value.json));
        Finding finding =
            with_value(examination, data, std::string(value.what) + " as an attribute");
        if (finding.judgement != Judgement::pass) return finding;
    }
    return Finding::pass();
}

Finding utf8_is_text(Examination& examination) {
    return with_text(examination, "Zoë, 日本語, \xf0\x9f\x8c\xb3", "UTF-8");
}

Finding equals_signs_are_text(Examination& examination) {
    return with_text(examination, "=a=b==", "equals signs");
}

Finding blanks_are_text(Examination& examination) {
    return with_text(examination, " \tin between \t", "blanks and tabs at the ends");
}

Finding empty_texts_are_texts(Examination& examination) {
    Finding finding = with_value(examination, Data::string(""), "an empty attribute");
    if (finding.judgement != Judgement::pass) return finding;
    SentPromise promise = examination.promise();
    promise.promiser.clear();
    return answered(
        examination.send_request(Examination::fields_for(promise)), "an empty promiser"
    );
}

Finding line_ends_are_text(Examination& examination) {
    return with_text(examination, "\none\r\n\ntwo\n", "line ends");
}

Finding data_may_be_deep(Examination& examination) {
    Data data = Data::string("bottom");
    for (int i = 0; i < depth; ++i)
        data = i % 2 == 0 ? Data::array({data}) : Data::object({{"down", data}});
    return with_value(examination, data, "data that is 100 levels deep");
}

Finding every_log_level_is_known(Examination& examination) {
    for (const char* level : {"error", "warning", "notice", "info", "verbose", "debug"}) {
        Fields fields = examination.usual_fields();
        fields[1].second = Data::string(level);
        Finding finding =
            as_usual(examination, fields, "log_level " + client::quoted_excerpt(level));
        if (finding.judgement != Judgement::pass) return finding;
    }
    return Finding::pass();
}

Finding same_question_same_answer(Examination& examination) {
    for (int i = 0; i < 3; ++i) {
        Finding finding = as_usual(
            examination,
            examination.usual_fields(),
            "a second request to validate, without one to evaluate,"
        );
        if (finding.judgement != Judgement::pass) return finding;
    }
    return Finding::pass();
}

Finding types_take_turns(Examination& examination) {
    SentPromise other = examination.promise();
    other.type += "_too";
    for (int i = 0; i < 2; ++i) {
        Finding finding = answered(
            examination.send_request(Examination::fields_for(other)),
            "a promise of another type, " + client::quoted_excerpt(other.type)
        );
        if (finding.judgement != Judgement::pass) return finding;
        finding = as_usual(
            examination, examination.usual_fields(), "an interleaved promise of another type"
        );
        if (finding.judgement != Judgement::pass) return finding;
    }
    return Finding::pass();
}

} // namespace vow::harness
