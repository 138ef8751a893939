package io.trainyard.local.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.admission.JobSetDefinition;
import io.trainyard.local.definitions.Definitions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ours and dev.cel agree about what expressions are worth: a value, or none. Three things are left out, since dev.cel differs there from the
 * implementation in Go that Kubernetes uses: {@code string()} of fractions ("2.0", not "2"), operands of {@code &&} and {@code ||} that are
 * not true, false or an error, and messages.
 */
final class CelOracleTest {
    private static final Pattern PATH = Pattern.compile("(?:self|oldSelf)((?:\\.[a-zA-Z]+)+)(?!\\()");
    private static final Map<String, Object> VARIABLES = CelOracle.variables(
            Json.parse("{\"a\":1,\"b\":2.5,\"t\":\"text\",\"l\":[3,1,2],\"m\":{\"x\":1,\"y\":2},\"yes\":true,"
                    + "\"e\":[],\"o\":{\"p\":{\"q\":-4}},\"d\":3.0}"),
            Json.parse("{\"a\":2,\"t\":\"text\",\"l\":[3,1],\"m\":{}}"));

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    static Set<String> rulesOfOurKinds() {
        Set<String> rules = new LinkedHashSet<>();
        Definitions.load().forEach(definition -> collect(definition, rules));
        collect(JobSetDefinition.tree(), rules);
        return rules;
    }

    private static void collect(Object node, Set<String> rules) {
        if (node instanceof Map<?, ?> map) {
            Tree.objects(map, "x-kubernetes-validations").forEach(rule -> rules.add(Tree.text(rule, "rule")));
            map.values().forEach(value -> collect(value, rules));
        } else if (node instanceof List<?> list) {
            list.forEach(item -> collect(item, rules));
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    @DisplayName("200 generated expressions each")
    void generatedExpressionsAgree(long seed) {
        Expressions expressions = new Expressions(seed);
        for (int i = 0; i < 200; i++) {
            String expression = expressions.next();
            assertThat(CelOracle.ours(expression.replace("DYN(", "("), VARIABLES))
                    .as(expression)
                    .isEqualTo(CelOracle.theirs(expression.replace("DYN(", "dyn("), VARIABLES));
        }
    }

    @Test
    void rulesWereFound() {
        assertThat(rulesOfOurKinds()).hasSizeGreaterThan(20).contains("self == oldSelf");
    }

    @ParameterizedTest
    @MethodSource("rulesOfOurKinds")
    void rulesOfOurKindsAndOfJobSetsAgree(String rule) {
        Random random = new Random(rule.hashCode());
        for (int i = 0; i < 60; i++) {
            Map<String, Object> variables = CelOracle.variables(value(rule, random), value(rule, random));
            assertThat(CelOracle.ours(rule, variables))
                    .as(rule + " of " + variables)
                    .isEqualTo(CelOracle.theirs(rule, variables))
                    .isNotEqualTo(CelOracle.REFUSED);
        }
    }

    /** A plain value, or an object with some of the fields that the rule asks for. */
    private static Object value(String rule, Random random) {
        Matcher path = PATH.matcher(rule);
        Map<String, Object> object = new LinkedHashMap<>();
        while (path.find()) {
            if (random.nextInt(3) > 0) {
                String[] names = path.group(1).substring(1).split("\\.");
                Map<String, Object> at = object;
                for (int i = 0; i < names.length - 1; i++) {
                    if (!(at.get(names[i]) instanceof Map)) {
                        at.put(names[i], new LinkedHashMap<String, Object>());
                    }
                    at = Tree.ensure(at, names[i]);
                }
                at.put(names[names.length - 1], plain(random));
            }
        }
        return object.isEmpty() ? plain(random) : object;
    }

    private static Object plain(Random random) {
        List<Object> values = new ArrayList<>(List.of(
                1L,
                0L,
                2L,
                -1L,
                "auto",
                "cpu",
                "",
                "4",
                "node",
                "InOrder",
                "https://host/path",
                "file:///a",
                "a-b",
                "A_b",
                true));
        values.add(List.of("node", "a"));
        values.add(List.of(Map.of("dependsOn", List.of()), Map.of("metadata", Map.of("namespace", "x"))));
        values.add(List.of(Map.of("metadata", Map.of("namespace", ""))));
        values.add("x".repeat(64));
        values.add("trainer.kubeflow.org/trainjob-controller");
        return values.get(random.nextInt(values.size()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'É'.lowerAscii() == 'É'",
                "'ab'.split('') == ['a', 'b']",
                "'ab'.replace('', '-') == '-a-b-'",
                "[7, 8][1.0] == 8",
                "1 == 1.0 && type(1) != type(1.0)",
                "[1, [2]] == [1.0, [2.0]]"
            })
    void whatOursOnceGotWrong(String expression) {
        assertThat(CelOracle.ours(expression, VARIABLES)).isEqualTo(" true");
    }

    @Test
    void aFractionThatNoIntegerCanHoldHasNoInteger() {
        assertThat(CelOracle.ours("int(0.0 / 0.0)", VARIABLES)).isEqualTo(CelOracle.NO_VALUE);
        assertThat(CelOracle.theirs("int(0.0 / 0.0)", VARIABLES)).isEqualTo(CelOracle.NO_VALUE);
    }
}
