package io.trainyard.local.rules;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.schema.SchemaRule;
import io.trainyard.foundation.schema.StructuralSchema;
import io.trainyard.local.api.request.SchemaRules;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Evaluates the rules of schemas; each is read when it is first needed. Safe for several threads. */
public final class RuleEvaluator implements SchemaRules {
    private final Map<SchemaRule, CompiledRule> compiled = new ConcurrentHashMap<>();

    @Override
    public List<FieldError> evaluate(
            StructuralSchema schema, Map<String, Object> object, @Nullable Map<String, Object> previous) {
        RuleWalk walk = new RuleWalk(rule -> compiled.computeIfAbsent(rule, CompiledRule::of));
        walk.visit(schema, object, previous, "");
        return walk.errors();
    }

    @Override
    public Optional<String> problemOf(SchemaRule rule) {
        try {
            compiled.computeIfAbsent(rule, CompiledRule::of);
            return Optional.empty();
        } catch (RuleSyntaxException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
