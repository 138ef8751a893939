package io.trainyard.local.rules;

import org.jspecify.annotations.Nullable;

/**
 * What names stand for: one name, and those around it.
 *
 * @param outer null when there are no more names
 */
record Scope(String name, @Nullable Object value, @Nullable Scope outer) {
    /** This scope with one name more. */
    Scope with(String inner, @Nullable Object innerValue) {
        return new Scope(inner, innerValue, this);
    }

    @Nullable
    Object find(String wanted) {
        for (Scope scope = this; scope != null; scope = scope.outer) {
            if (scope.name.equals(wanted)) {
                return scope.value;
            }
        }
        throw new RuleFailure("undeclared reference to '" + wanted + "'");
    }
}
