package io.trainyard.local.rules;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An expression that was read. Immutable. Values are those of JSON: maps, lists, text, {@code Long}, {@code Double}, booleans and null. */
interface Expression {
    /**
     * The value.
     *
     * @throws RuleFailure when it has none
     */
    @Nullable
    Object evaluate(Scope scope);

    /** The value, which must be true or false. */
    default boolean holds(Scope scope) {
        return Operations.truth(evaluate(scope));
    }

    /** A value that is written down. */
    record Literal(@Nullable Object value) implements Expression {
        @Override
        public @Nullable Object evaluate(Scope scope) {
            return value;
        }
    }

    /** A variable. */
    record Name(String name) implements Expression {
        @Override
        public @Nullable Object evaluate(Scope scope) {
            return scope.find(name);
        }
    }

    /** {@code of.field}. */
    record Select(Expression of, String field) implements Expression {
        @Override
        public @Nullable Object evaluate(Scope scope) {
            return Operations.field(of.evaluate(scope), field);
        }
    }

    /** {@code has(of.field)}. */
    record Has(Expression of, String field) implements Expression {
        @Override
        public Object evaluate(Scope scope) {
            return Operations.map(of.evaluate(scope)).get(field) != null;
        }
    }

    /** {@code of[index]}. */
    record Index(Expression of, Expression index) implements Expression {
        @Override
        public @Nullable Object evaluate(Scope scope) {
            return Operations.item(of.evaluate(scope), index.evaluate(scope));
        }
    }

    /** {@code [a, b]}. */
    record ListOf(List<Expression> items) implements Expression {
        @Override
        public Object evaluate(Scope scope) {
            List<@Nullable Object> values = new ArrayList<>();
            items.forEach(item -> values.add(item.evaluate(scope)));
            return values;
        }
    }

    /** <code>{a: b}</code>. */
    record MapOf(Map<Expression, Expression> entries) implements Expression {
        @Override
        public Object evaluate(Scope scope) {
            Map<@Nullable Object, @Nullable Object> values = new LinkedHashMap<>();
            entries.forEach((key, value) -> values.put(key.evaluate(scope), value.evaluate(scope)));
            return values;
        }
    }

    /** {@code !operand}. */
    record Not(Expression operand) implements Expression {
        @Override
        public Object evaluate(Scope scope) {
            return !operand.holds(scope);
        }
    }

    /** {@code -operand}. */
    record Minus(Expression operand) implements Expression {
        @Override
        public Object evaluate(Scope scope) {
            return Operations.negative(operand.evaluate(scope));
        }
    }

    /**
     * {@code left && right} or {@code left || right}. A side that decides makes the other one not matter, even if that fails, whichever comes
     * first.
     *
     * @param decisive the value of a side that decides
     */
    record Junction(Expression left, Expression right, boolean decisive) implements Expression {
        @Override
        public Object evaluate(Scope scope) {
            boolean first;
            try {
                first = left.holds(scope);
            } catch (RuleFailure failure) {
                if (right.holds(scope) == decisive) {
                    return decisive;
                }
                throw failure;
            }
            return first == decisive ? decisive : right.holds(scope);
        }
    }

    /** {@code condition ? yes : no}. */
    record Choice(Expression condition, Expression yes, Expression no) implements Expression {
        @Override
        public @Nullable Object evaluate(Scope scope) {
            return condition.holds(scope) ? yes.evaluate(scope) : no.evaluate(scope);
        }
    }

    /** {@code left operator right}, but for {@code &&} and {@code ||}. */
    record Binary(String operator, Expression left, Expression right) implements Expression {
        @Override
        public @Nullable Object evaluate(Scope scope) {
            return Operations.binary(operator, left.evaluate(scope), right.evaluate(scope));
        }
    }

    /** {@code name(arguments)}; for {@code target.name(arguments)} the target is the first argument. */
    record Call(Functions.Body body, List<Expression> arguments) implements Expression {
        @Override
        public @Nullable Object evaluate(Scope scope) {
            List<@Nullable Object> values = new ArrayList<>();
            arguments.forEach(argument -> values.add(argument.evaluate(scope)));
            return body.apply(values);
        }
    }

    /** {@code of.all(variable, body)} and its like. */
    record Macro(Macros macro, Expression of, String variable, List<Expression> bodies) implements Expression {
        @Override
        public @Nullable Object evaluate(Scope scope) {
            return macro.apply(Operations.elements(of.evaluate(scope)), variable, bodies, scope);
        }
    }
}
