package io.trainyard.core.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

@Label("EnvironmentVariables (PIPE-49)")
final class EnvironmentVariablesPropertyTest {
    @Property(tries = 500, seed = "20260101")
    void anyVariableComesBackAsItWas(@ForAll("variables") Map<String, Object> variable) {
        assertThat(EnvironmentVariables.toTree(EnvironmentVariables.fromTree(variable)))
                .isEqualTo(variable);
    }

    @Provide
    Arbitrary<Map<String, Object>> variables() {
        return Combinators.combine(
                        Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(4),
                        Arbitraries.strings().ofMaxLength(5).injectNull(0.5),
                        sources().injectNull(0.3))
                .as((name, value, source) -> {
                    Map<String, Object> variable = new LinkedHashMap<>();
                    variable.put("name", name);
                    if (value != null) {
                        variable.put("value", value);
                    }
                    if (source != null) {
                        variable.put("valueFrom", source);
                    }
                    return variable;
                });
    }

    private Arbitrary<Map<String, Object>> sources() {
        Arbitrary<String> kinds = Arbitraries.of(
                "fieldRef", "configMapKeyRef", "secretKeyRef", "resourceFieldRef", "fileKeyRef", "someFutureRef");
        return Arbitraries.maps(kinds, fields()).ofMaxSize(2).map(LinkedHashMap::new);
    }

    /** Fields of their proper types, and some that nobody knows. */
    private Arbitrary<Object> fields() {
        Arbitrary<String> texts = Arbitraries.of("a", "b.c", "");
        Arbitrary<Map<String, Object>> known = Arbitraries.maps(
                        Arbitraries.of("apiVersion", "fieldPath", "name", "key", "resource", "containerName", "path"),
                        texts)
                .ofMaxSize(3)
                .map(LinkedHashMap::new);
        Arbitrary<Map<String, Object>> others = Arbitraries.of(
                Map.of(), Map.of("optional", true), Map.of("optional", false), Map.of("later", List.of(1, "x")));
        return Combinators.combine(known, others).as((fields, more) -> {
            fields.putAll(more);
            return (Object) fields;
        });
    }
}
