package io.trainyard.local.rules;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What can be asked of all items of a list, or all keys of a map. */
enum Macros {
    ALL("all", 1),
    EXISTS("exists", 1),
    EXISTS_ONE("exists_one", 1),
    FILTER("filter", 1),
    MAP("map", 1),
    MAP_FILTERED("map", 2);

    private final String text;
    private final int bodies;

    Macros(String text, int bodies) {
        this.text = text;
        this.bodies = bodies;
    }

    /** The macro of this name that takes so many expressions besides its variable; null when there is none. */
    static @Nullable Macros find(String name, int bodies) {
        for (Macros macro : values()) {
            if (macro.text.equals(name) && macro.bodies == bodies) {
                return macro;
            }
        }
        return null;
    }

    @Nullable
    Object apply(List<?> items, String variable, List<Expression> expressions, Scope scope) {
        Expression first = expressions.get(0);
        return switch (this) {
            case ALL -> !decided(items, variable, first, scope, false);
            case EXISTS -> decided(items, variable, first, scope, true);
            case EXISTS_ONE -> matching(items, variable, first, scope).size() == 1;
            case FILTER -> matching(items, variable, first, scope);
            case MAP -> mapped(items, variable, first, scope);
            case MAP_FILTERED -> mapped(matching(items, variable, first, scope), variable, expressions.get(1), scope);
        };
    }

    /** Whether the expression has this value for an item; a failure for one item does not matter when another one decides. */
    private static boolean decided(
            List<?> items, String variable, Expression expression, Scope scope, boolean decisive) {
        RuleFailure failure = null;
        for (Object item : items) {
            try {
                if (expression.holds(scope.with(variable, item)) == decisive) {
                    return true;
                }
            } catch (RuleFailure e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
        return false;
    }

    private static List<?> matching(List<?> items, String variable, Expression expression, Scope scope) {
        return items.stream()
                .filter(item -> expression.holds(scope.with(variable, item)))
                .toList();
    }

    private static List<?> mapped(List<?> items, String variable, Expression expression, Scope scope) {
        List<@Nullable Object> results = new ArrayList<>();
        items.forEach(item -> results.add(expression.evaluate(scope.with(variable, item))));
        return results;
    }
}
