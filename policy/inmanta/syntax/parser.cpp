#include "policy/inmanta/syntax/parser.h"

#include "policy/inmanta/syntax/lexer.h"
#include "policy/inmanta/syntax/readers.h"

namespace vow::inmanta {
namespace {

using Kind = Token::Kind;

/// Reads the definitions of a file.
class FileReader {
public:
    FileReader(TokenStream tokens, Diagnostics& diagnostics)
        : tokens_(std::move(tokens)),
          diagnostics_(diagnostics) {}

    File run() {
        for (tokens_.skip_docstrings(); !tokens_.is(Kind::end); tokens_.skip_docstrings())
            read_top();
        return std::move(file_);
    }

private:
    void read_top() {
        tokens_.check_stop();
        const Token& first = tokens_.peek();
        if (tokens_.accept("entity")) return add(first, entity());
        if (tokens_.accept("implementation")) return add(first, implementation());
        if (tokens_.accept("implement")) return add(first, implement());
        if (tokens_.accept("typedef")) return add(first, type());
        if (tokens_.accept("index")) return add(first, index());
        if (tokens_.accept("import")) return add(first, import());
        if (tokens_.is_class()) return read_class_phrase(first);
        file_.block.statements.push_back(read_statement(tokens_));
    }

    void add(const Token& first, Definition::Node node) {
        file_.definitions.push_back({line_of(first), std::move(node)});
    }

    /// A relation, or an expression that begins with a class name.
    void read_class_phrase(const Token& first) {
        std::size_t ahead = 1;
        while (tokens_.is_symbol("::", ahead))
            ahead += 2;
        const bool is_expression = tokens_.is_symbol("(", ahead) || tokens_.is_symbol("[", ahead);
        if (is_expression) {
            file_.block.statements.push_back(read_statement(tokens_));
            return;
        }
        const Place place = line_of(first);
        file_.definitions.push_back({place, read_relation(tokens_, diagnostics_)});
    }

    EntityDefinition entity() {
        EntityDefinition entity;
        if (tokens_.is(Kind::name))
            TokenStream::refuse(
                place_of(tokens_.peek()),
                "Syntax error: Invalid identifier: Entity names must start with a capital"
            );
        entity.name = tokens_.expect_name();
        if (tokens_.accept("extends")) {
            do
                entity.parents.push_back(tokens_.expect_class());
            while (tokens_.accept(","));
        }
        tokens_.expect(":");
        for (tokens_.skip_docstrings(); !tokens_.accept("end"); tokens_.skip_docstrings())
            entity.attributes.push_back(attribute());
        return entity;
    }

    AttributeDefinition attribute() {
        AttributeDefinition attribute;
        const bool is_dict = tokens_.is_keyword("dict");
        if (is_dict)
            attribute.type.name = {"dict", place_of(tokens_.take())};
        else
            attribute.type.name = tokens_.expect_path();
        if (!is_dict && tokens_.accept("[")) {
            tokens_.expect("]");
            attribute.type.is_list = true;
        }
        attribute.type.is_nullable = tokens_.accept("?");
        attribute.name = tokens_.expect_name();
        if (!tokens_.accept("=")) return attribute;
        if (tokens_.accept("undef")) {
            attribute.inherited = AttributeDefinition::Default::removed;
            return attribute;
        }
        attribute.value = default_value(attribute);
        return attribute;
    }

    ExpressionPtr default_value(const AttributeDefinition& attribute) {
        const bool is_dict = attribute.type.name.text == "dict";
        if (is_dict && tokens_.is_keyword("null") && !attribute.type.is_nullable)
            TokenStream::refuse(
                attribute.name.place,
                "Syntax error: null can not be assigned to dict, did you mean \"dict? " +
                    attribute.name.text + " = null\""
            );
        if (tokens_.is_symbol("{")) return read_dict(tokens_);
        if (tokens_.is_symbol("[")) return read_constant_list(tokens_);
        return read_constant(tokens_);
    }

    ImplementationDefinition implementation() {
        ImplementationDefinition result;
        result.name = tokens_.expect_name();
        tokens_.expect("for");
        result.entity = tokens_.expect_class();
        tokens_.expect(":");
        result.body = read_block(tokens_);
        return result;
    }

    ImplementDefinition implement() {
        ImplementDefinition result;
        result.entity = tokens_.expect_class();
        tokens_.expect("using");
        do {
            if (tokens_.accept("parents"))
                result.parents = ImplementDefinition::Parents::yes;
            else
                result.implementations.push_back(tokens_.expect_path());
        } while (tokens_.accept(","));
        if (tokens_.accept("when")) result.condition = read_expression(tokens_);
        return result;
    }

    TypeDefinition type() {
        TypeDefinition type;
        const bool is_class = tokens_.is(Kind::class_name);
        type.name = tokens_.expect_name();
        tokens_.expect("as");
        if (is_class)
            TokenStream::refuse(
                type.name.place,
                "Syntax error: The use of default constructors is no longer supported"
            );
        type.base = tokens_.is_keyword("dict") ? dict_type() : tokens_.expect_path();
        tokens_.expect("matching");
        type.constraint = read_expression(tokens_);
        return type;
    }

    WrittenName dict_type() { return {"dict", place_of(tokens_.take())}; }

    IndexDefinition index() {
        IndexDefinition index;
        index.entity = tokens_.expect_class();
        tokens_.expect("(");
        do
            index.attributes.push_back(tokens_.expect_name());
        while (tokens_.accept(","));
        tokens_.expect(")");
        return index;
    }

    Import import() {
        Import import;
        refuse_hyphens();
        import.name = tokens_.expect_path();
        import.alias = tokens_.accept("as") ? tokens_.expect_name().text : import.name.text;
        return import;
    }

    void refuse_hyphens() const {
        const Token& name = tokens_.peek();
        if (name.text.find('-') == std::string::npos) return;
        throw ModelError(Mistake{
            .kind = &compiler_error,
            .words = name.text + " is not a valid module name: hyphens are not allowed, please "
                                 "use underscores instead.",
            .place = place_of(name),
            .place_use = Mistake::PlaceUse::not_appended});
    }

    TokenStream tokens_;
    Diagnostics& diagnostics_;
    File file_;
};

} // namespace

File parse_file(const SourceText& source, Diagnostics& diagnostics, const Stop* stop) {
    return FileReader(TokenStream(tokens_of(source, diagnostics, stop), stop), diagnostics).run();
}

} // namespace vow::inmanta
