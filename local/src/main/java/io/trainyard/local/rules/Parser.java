package io.trainyard.local.rules;

import io.trainyard.local.rules.Token.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads expressions, by descent through the precedences. */
final class Parser {
    private static final Set<String> RELATIONS = Set.of("==", "!=", "<", "<=", ">", ">=", "in");

    private final List<Token> tokens;
    private final Set<String> names;
    private int at;

    private Parser(List<Token> tokens, Set<String> names) {
        this.tokens = tokens;
        this.names = names;
    }

    /**
     * Reads an expression.
     *
     * @param names of the variables that it may use
     * @throws RuleSyntaxException when it is malformed or not supported
     */
    static Expression parse(String expression, Set<String> names) {
        Parser parser = new Parser(Lexer.split(expression), names);
        Expression result = parser.choice();
        if (parser.peek().kind() != Kind.END) {
            throw parser.unexpected();
        }
        return result;
    }

    private Token peek() {
        return tokens.get(at);
    }

    private Token take() {
        return tokens.get(at++);
    }

    private boolean takes(String symbol) {
        if (peek().isSymbol(symbol)) {
            at++;
            return true;
        }
        return false;
    }

    private void require(String symbol) {
        if (!takes(symbol)) {
            throw new RuleSyntaxException("expected '" + symbol + "'", peek().position());
        }
    }

    private RuleSyntaxException unexpected() {
        Token token = peek();
        return new RuleSyntaxException(
                token.kind() == Kind.END ? "the expression ends too early" : "unexpected '" + token.text() + "'",
                token.position());
    }

    private Expression choice() {
        Expression condition = either();
        if (!takes("?")) {
            return condition;
        }
        Expression yes = either();
        require(":");
        return new Expression.Choice(condition, yes, choice());
    }

    private Expression either() {
        Expression left = both();
        while (takes("||")) {
            left = new Expression.Junction(left, both(), true);
        }
        return left;
    }

    private Expression both() {
        Expression left = relation();
        while (takes("&&")) {
            left = new Expression.Junction(left, relation(), false);
        }
        return left;
    }

    private Expression relation() {
        Expression left = sum();
        while (peek().kind() != Kind.TEXT && RELATIONS.contains(peek().text())) {
            left = new Expression.Binary(take().text(), left, sum());
        }
        return left;
    }

    private Expression sum() {
        Expression left = product();
        while (peek().isSymbol("+") || peek().isSymbol("-")) {
            left = new Expression.Binary(take().text(), left, product());
        }
        return left;
    }

    private Expression product() {
        Expression left = unary();
        while (peek().isSymbol("*") || peek().isSymbol("/") || peek().isSymbol("%")) {
            left = new Expression.Binary(take().text(), left, unary());
        }
        return left;
    }

    private Expression unary() {
        if (takes("!")) {
            return new Expression.Not(unary());
        }
        if (takes("-")) {
            return new Expression.Minus(unary());
        }
        return member();
    }

    private Expression member() {
        Expression value = primary();
        while (true) {
            if (takes("[")) {
                value = new Expression.Index(value, choice());
                require("]");
            } else if (takes(".")) {
                Token name = name();
                value = takes("(")
                        ? callOn(value, name)
                        : new Expression.Select(value, FieldNames.unescape(name.text()));
            } else {
                return value;
            }
        }
    }

    private Token name() {
        if (peek().kind() != Kind.NAME) {
            throw unexpected();
        }
        return take();
    }

    private Expression callOn(Expression target, Token function) {
        List<Token> start = tokens.subList(at, tokens.size());
        boolean variable = start.size() > 1
                && start.get(0).kind() == Kind.NAME
                && start.get(1).isSymbol(",");
        if (variable && Macros.find(function.text(), 1) != null) {
            return macro(target, function);
        }
        List<Expression> arguments = arguments();
        Functions.Body body = Functions.findOnTarget(function.text(), arguments.size());
        if (body == null) {
            throw new RuleSyntaxException(
                    "the function " + function.text() + " with " + arguments.size()
                            + " arguments is not supported here",
                    function.position());
        }
        arguments.add(0, target);
        return new Expression.Call(body, arguments);
    }

    private Expression macro(Expression target, Token function) {
        String variable = take().text();
        require(",");
        Set<String> inner = new HashSet<>(names);
        inner.add(variable);
        Parser body = new Parser(tokens, inner);
        body.at = at;
        List<Expression> bodies = body.arguments();
        at = body.at;
        Macros macro = Macros.find(function.text(), bodies.size());
        if (macro == null) {
            throw new RuleSyntaxException(
                    function.text() + " does not take " + bodies.size() + " expressions", function.position());
        }
        return new Expression.Macro(macro, target, variable, bodies);
    }

    /** Up to the closing bracket. */
    private List<Expression> arguments() {
        return list(")");
    }

    private List<Expression> list(String end) {
        List<Expression> items = new ArrayList<>();
        while (!takes(end)) {
            items.add(choice());
            if (!peek().isSymbol(end)) {
                require(",");
            }
        }
        return items;
    }

    private Expression primary() {
        Token token = peek();
        return switch (token.kind()) {
            case INTEGER -> {
                at++;
                yield new Expression.Literal(integer(token));
            }
            case FRACTION -> {
                at++;
                yield new Expression.Literal(Double.valueOf(token.text()));
            }
            case TEXT -> {
                at++;
                yield new Expression.Literal(token.text());
            }
            case NAME -> {
                at++;
                yield named(token);
            }
            default -> bracketed();
        };
    }

    private static Long integer(Token token) {
        try {
            return Long.valueOf(token.text());
        } catch (NumberFormatException e) {
            throw new RuleSyntaxException("this number is too large", token.position());
        }
    }

    private Expression bracketed() {
        if (takes("(")) {
            Expression inner = choice();
            require(")");
            return inner;
        }
        if (takes("[")) {
            return new Expression.ListOf(list("]"));
        }
        if (takes("{")) {
            Map<Expression, Expression> entries = new LinkedHashMap<>();
            while (!takes("}")) {
                Expression key = choice();
                require(":");
                entries.put(key, choice());
                if (!peek().isSymbol("}")) {
                    require(",");
                }
            }
            return new Expression.MapOf(entries);
        }
        throw unexpected();
    }

    private Expression named(Token token) {
        return switch (token.text()) {
            case "true" -> new Expression.Literal(true);
            case "false" -> new Expression.Literal(false);
            case "null" -> new Expression.Literal(null);
            default -> reference(token);
        };
    }

    private Expression reference(Token token) {
        if (takes("(")) {
            return token.text().equals("has") ? has(token) : call(token);
        }
        if (names.contains(token.text())) {
            return new Expression.Name(token.text());
        }
        if (Functions.TYPES.contains(token.text())) {
            return new Expression.Literal(new Operations.ValueType(token.text()));
        }
        throw new RuleSyntaxException("undeclared reference to '" + token.text() + "'", token.position());
    }

    private Expression has(Token token) {
        Expression field = choice();
        require(")");
        if (field instanceof Expression.Select select) {
            return new Expression.Has(select.of(), select.field());
        }
        throw new RuleSyntaxException("has() needs a field, such as has(self.name)", token.position());
    }

    private Expression call(Token function) {
        List<Expression> arguments = arguments();
        Functions.Body body = Functions.find(function.text(), arguments.size());
        if (body == null) {
            throw new RuleSyntaxException(
                    "the function " + function.text() + " with " + arguments.size()
                            + " arguments is not supported here",
                    function.position());
        }
        return new Expression.Call(body, arguments);
    }
}
