package io.trainyard.core.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("SharedParts (FAB-86)")
final class SharedPartsTest {
    private final SharedParts parts = new SharedParts();

    @Test
    @DisplayName("equal texts, lists, maps and trees are one object")
    void equalPartsAreOneObject() {
        assertThat(parts.text(copy("pytorch"))).isSameAs(parts.text(copy("pytorch")));
        assertThat(parts.texts(List.of(copy("a"), "b"))).isSameAs(parts.texts(List.of(copy("a"), "b")));
        assertThat(parts.texts(Map.of(copy("k"), "v"))).isSameAs(parts.texts(Map.of(copy("k"), "v")));
        assertThat(parts.tree(tree())).isSameAs(parts.tree(tree()));
        assertThat(parts.list(List.of(variable("A", "1")), UnaryOperator.identity()))
                .isSameAs(parts.list(List.of(variable("A", "1")), UnaryOperator.identity()));
    }

    @Test
    @DisplayName("trees that differ have the branches in common that do not")
    void branchesAreShared() {
        Map<String, Object> one = tree();
        Map<String, Object> other = tree();
        other.put("name", "other");

        Map<String, Object> first = parts.tree(one);
        Map<String, Object> second = parts.tree(other);

        assertThat(second).isEqualTo(other).isNotEqualTo(first);
        assertThat(second.get("jobs")).isSameAs(first.get("jobs"));
    }

    @Test
    @DisplayName("amounts that are equal and do not look equal stay as they were written")
    void amountsStayAsTheyWereWritten() {
        assertThat(new Quantity("1Gi")).isEqualTo(new Quantity("1024Mi"));

        assertThat(parts.part(new Quantity("1Gi"))).hasToString("1Gi");
        assertThat(parts.part(new Quantity("1024Mi"))).hasToString("1024Mi");
    }

    @Test
    @DisplayName("parts without amounts are shared and never printed, which would cost more than all the rest")
    void plainPartsAreNotPrinted() {
        assertThat(parts.plain(new Unprintable("a"))).isSameAs(parts.plain(new Unprintable("a")));
        assertThat(parts.plainList(List.of(new Unprintable("b")), UnaryOperator.identity()))
                .isSameAs(parts.plainList(List.of(new Unprintable("b")), UnaryOperator.identity()));
    }

    private record Unprintable(String text) {
        @Override
        public String toString() {
            throw new AssertionError("printed");
        }
    }

    @Test
    @DisplayName("lists of the same elements are one list, without anything printed or compared but who they are")
    void listsOfSharedElementsAreShared() {
        Unprintable one = new Unprintable("a");
        Unprintable other = new Unprintable("a");

        List<Unprintable> first = parts.sharedList(List.of(one, other), UnaryOperator.identity());

        assertThat(parts.sharedList(List.of(one, other), UnaryOperator.identity()) == first)
                .isTrue();
        assertThat(parts.sharedList(List.of(other, one), UnaryOperator.identity()) == first)
                .isFalse();
        assertThat(parts.sharedList(List.<Unprintable>of(), UnaryOperator.identity())
                        .isEmpty())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e30000000", "1e-100000000", "+2.5E99999"})
    @Timeout(20)
    @DisplayName("amounts that nobody can calculate with are not asked whether they are equal (VAL-34)")
    void incalculableAmountsAreLeftAlone(String amount) {
        List<Quantity> twice = List.of(new Quantity(amount), new Quantity(amount));

        twice.forEach(each -> assertThat(parts.part(each) == each).isTrue());
        assertThat(parts.list(twice, each -> each).get(1) == twice.get(1)).isTrue();
    }

    @Test
    @DisplayName("whatever is shared is what was given: order, nulls, numbers and long texts included")
    void nothingIsChanged() {
        Map<String, Object> odd = new LinkedHashMap<>();
        odd.put("z", null);
        odd.put("a", Arrays.asList(1, 2L, 2.5, true, null, "x".repeat(1_000), List.of(), Map.of()));

        assertThat(parts.tree(odd)).isEqualTo(odd).hasToString(odd.toString());
        assertThat(parts.texts(new ArrayList<>(List.of("b", "a")))).containsExactly("b", "a");
        assertThat(parts.texts((Map<String, String>) null)).isEmpty();
        assertThat(parts.text(null)).isNull();
        assertThat(parts.tree(Map.of("n", 1)).get("n")).isEqualTo(1);
        assertThat(parts.tree(Map.of("n", 1L)).get("n")).isEqualTo(1L);
    }

    private static Map<String, Object> tree() {
        return new LinkedHashMap<>(Map.of(
                "name",
                copy("name"),
                "jobs",
                new ArrayList<>(List.of(new LinkedHashMap<>(Map.of("name", copy("node"), "replicas", 1_000))))));
    }

    private static EnvVar variable(String name, String value) {
        return new EnvVar(copy(name), copy(value), null);
    }

    private static String copy(String text) {
        return new String(text.toCharArray());
    }
}
