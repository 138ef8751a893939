package io.trainyard.local.rules;

import io.trainyard.foundation.schema.SchemaRule;
import java.util.Optional;
import java.util.Set;

/**
 * A rule that was read.
 *
 * @param source as the schema has it
 * @param usesOldSelf whether it compares with the value before, and so is not asked about new values
 * @param messageExpression computes the message; empty when there is none
 */
record CompiledRule(
        SchemaRule source, Expression expression, boolean usesOldSelf, Optional<Expression> messageExpression) {
    private static final Set<String> VARIABLES = Set.of("self", "oldSelf");

    /**
     * Reads a rule.
     *
     * @throws RuleSyntaxException when it is malformed or not supported
     */
    static CompiledRule of(SchemaRule rule) {
        if (rule.optionalOldSelf()) {
            throw new RuleSyntaxException("optionalOldSelf is not supported", 0);
        }
        return new CompiledRule(
                rule,
                Parser.parse(rule.rule(), VARIABLES),
                Lexer.split(rule.rule()).stream()
                        .anyMatch(token ->
                                token.kind() == Token.Kind.NAME && token.text().equals("oldSelf")),
                Optional.ofNullable(rule.messageExpression()).map(text -> Parser.parse(text, VARIABLES)));
    }

    /** What to say when the rule does not hold. */
    String message(Scope scope) {
        if (messageExpression.isPresent()) {
            try {
                if (messageExpression.get().evaluate(scope) instanceof String text && !text.isBlank()) {
                    return text.strip();
                }
            } catch (RuleFailure e) {
                // A message that cannot be computed must not hide that the rule was broken.
                return fixedMessage();
            }
        }
        return fixedMessage();
    }

    private String fixedMessage() {
        return source.message() == null
                ? "failed rule: " + source.rule().strip()
                : source.message().strip();
    }

    /** The rule as it is named when it cannot be evaluated. */
    String label() {
        return source.message() == null
                ? source.rule().strip()
                : source.message().strip();
    }
}
