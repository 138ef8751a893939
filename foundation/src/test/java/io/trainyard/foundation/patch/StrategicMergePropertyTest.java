package io.trainyard.foundation.patch;

import static io.trainyard.foundation.patch.StrategicMergeTest.map;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.schema.StructuralSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for any object and any patch without directives (PIPE-35, PIPE-36). */
final class StrategicMergePropertyTest {
    private static final StructuralSchema SCHEMA = StructuralSchema.parse(Map.of(
            "properties",
            Map.of(
                    "keyed",
                    Map.of(
                            "x-kubernetes-patch-strategy",
                            "merge",
                            "x-kubernetes-patch-merge-key",
                            "name",
                            "items",
                            Map.of(
                                    "properties",
                                    Map.of(
                                            "keyed",
                                            Map.of(
                                                    "x-kubernetes-patch-strategy",
                                                    "merge",
                                                    "x-kubernetes-patch-merge-key",
                                                    "name")))))));

    @Property(tries = 300, seed = "20260101")
    void anEmptyPatchChangesNothing(@ForAll("objects") Map<String, Object> object) {
        assertThat(StrategicMerge.apply(SCHEMA, object, Map.of())).isEqualTo(object);
    }

    @Property(tries = 300, seed = "20260101")
    void anObjectPatchedWithItselfStaysAsItIs(@ForAll("objects") Map<String, Object> object) {
        assertThat(StrategicMerge.apply(SCHEMA, object, object)).isEqualTo(object);
    }

    @Property(tries = 300, seed = "20260101")
    void aSecondTimeChangesNothing(
            @ForAll("objects") Map<String, Object> object, @ForAll("objects") Map<String, Object> patch) {
        Map<String, Object> once = StrategicMerge.apply(SCHEMA, object, patch);
        assertThat(StrategicMerge.apply(SCHEMA, once, patch)).isEqualTo(once);
    }

    @Property(tries = 300, seed = "20260101")
    void whateverThePatchSaysIsInTheResult(
            @ForAll("objects") Map<String, Object> object, @ForAll("objects") Map<String, Object> patch) {
        assertThat(contains(StrategicMerge.apply(SCHEMA, object, patch), patch)).isTrue();
    }

    @Property(tries = 300, seed = "20260101")
    void noFieldAndNoItemIsLost(
            @ForAll("objects") Map<String, Object> object, @ForAll("objects") Map<String, Object> patch) {
        Map<String, Object> merged = StrategicMerge.apply(SCHEMA, object, patch);
        assertThat(merged.keySet()).containsAll(object.keySet());
        assertThat(names(merged)).isEqualTo(union(names(object), names(patch)));
    }

    @Property(tries = 300, seed = "20260101")
    void theItemsOfEachSideKeepTheirOrder(
            @ForAll("objects") Map<String, Object> object, @ForAll("objects") Map<String, Object> patch) {
        List<Object> merged = inOrder(StrategicMerge.apply(SCHEMA, object, patch));
        List<Object> ofPatch = new ArrayList<>(merged);
        ofPatch.retainAll(names(patch));
        assertThat(ofPatch).isEqualTo(inOrder(patch));
        List<Object> others = new ArrayList<>(inOrder(object));
        others.removeAll(names(patch));
        List<Object> othersMerged = new ArrayList<>(merged);
        othersMerged.removeAll(names(patch));
        assertThat(othersMerged).isEqualTo(others);
    }

    @Provide
    Arbitrary<Map<String, Object>> objects() {
        Arbitrary<Map<String, Object>> fields =
                Arbitraries.maps(Arbitraries.of("a", "b", "c"), scalars()).ofMaxSize(3);
        Arbitrary<List<Object>> inner = keyed(Arbitraries.just(Map.of()));
        Arbitrary<List<Object>> outer =
                keyed(Combinators.combine(fields, inner).as((some, list) -> with(some, "keyed", list)));
        Arbitrary<List<Object>> atomic = scalars().list().ofMinSize(1).ofMaxSize(3);
        return Combinators.combine(fields, fields, outer, atomic)
                .as((some, nested, list, values) ->
                        with(with(with(some, "nested", nested), "keyed", list), "list", values));
    }

    private static Arbitrary<Object> scalars() {
        return Arbitraries.oneOf(Arbitraries.integers().between(0, 3), Arbitraries.of("x", "y"), Arbitraries.of(true));
    }

    private static Arbitrary<List<Object>> keyed(Arbitrary<? extends Map<String, Object>> items) {
        return Arbitraries.of("p", "q", "r", "s", "t")
                .list()
                .uniqueElements()
                .ofMaxSize(5)
                .flatMap(names -> items.list().ofSize(names.size()).map(trees -> {
                    List<Object> list = new ArrayList<>();
                    for (int i = 0; i < names.size(); i++) {
                        list.add(with(trees.get(i), "name", names.get(i)));
                    }
                    return list;
                }));
    }

    private static Map<String, Object> with(Map<String, Object> tree, String key, Object value) {
        Map<String, Object> changed = new LinkedHashMap<>(tree);
        changed.putAll(map(key, value));
        return changed;
    }

    private static List<Object> inOrder(Map<String, Object> object) {
        List<Object> names = new ArrayList<>();
        ((List<?>) object.getOrDefault("keyed", List.of())).forEach(item -> names.add(((Map<?, ?>) item).get("name")));
        return names;
    }

    private static Set<Object> names(Map<String, Object> object) {
        return new HashSet<>(inOrder(object));
    }

    private static Set<Object> union(Set<Object> one, Set<Object> other) {
        Set<Object> union = new HashSet<>(one);
        union.addAll(other);
        return union;
    }

    /** True when all of the expected is there; items with a name may have company, other lists may not. */
    private static boolean contains(Object actual, Object expected) {
        if (expected instanceof Map<?, ?> wanted) {
            return actual instanceof Map<?, ?> present
                    && wanted.entrySet().stream()
                            .allMatch(entry -> contains(present.get(entry.getKey()), entry.getValue()));
        }
        if (expected instanceof List<?> wanted && wanted.stream().allMatch(Map.class::isInstance)) {
            return actual instanceof List<?> present
                    && wanted.stream()
                            .allMatch(item -> present.stream().anyMatch(candidate -> contains(candidate, item)));
        }
        return expected.equals(actual);
    }
}
