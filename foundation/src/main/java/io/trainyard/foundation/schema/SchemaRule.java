package io.trainyard.foundation.schema;

import org.jspecify.annotations.Nullable;

/**
 * A rule in the common expression language, attached to a schema node ({@code x-kubernetes-validations}). This package carries rules but does
 * not evaluate them.
 *
 * @param rule the expression; {@code self} is the value of the node, {@code oldSelf} its previous value
 * @param message what to say when the rule does not hold; null to quote the rule
 * @param messageExpression an expression that computes the message; null when there is none
 * @param reason the kind of error, such as {@code FieldValueForbidden}; null for an invalid value
 * @param fieldPath path below the node to blame, such as {@code .name}; null for the node itself
 * @param optionalOldSelf whether a transition rule also runs when there is no previous value
 */
public record SchemaRule(
        String rule,
        @Nullable String message,
        @Nullable String messageExpression,
        @Nullable String reason,
        @Nullable String fieldPath,
        boolean optionalOldSelf) {}
