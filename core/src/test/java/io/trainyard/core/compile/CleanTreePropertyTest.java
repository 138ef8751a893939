package io.trainyard.core.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

@Label("CleanTree (JOBSET-15)")
final class CleanTreePropertyTest {
    @Property(tries = 300, seed = "20260101")
    void cleaningTwiceChangesNothingMore(@ForAll("trees") Map<String, Object> tree) {
        Map<String, Object> clean = CleanTree.of(tree);
        assertThat(CleanTree.of(clean)).isSameAs(clean);
        assertThat(hasForbidden(clean)).isFalse();
    }

    @Provide
    Arbitrary<Map<String, Object>> trees() {
        Arbitrary<Object> scalars = Arbitraries.of("x", 1, true).map(scalar -> (Object) scalar);
        Arbitrary<Object> values = Arbitraries.recursive(
                () -> Arbitraries.oneOf(scalars, Arbitraries.just(new Nothing())), this::deeper, 0, 3);
        return values.map(value -> {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("root", plain(value));
            tree.put("metadata", plain(value));
            return tree;
        });
    }

    private Arbitrary<Object> deeper(Arbitrary<Object> values) {
        Arbitrary<String> keys = Arbitraries.of("metadata", "labels", "annotations", "nodeSelector", "emptyDir", "a");
        return Arbitraries.oneOf(
                values,
                Arbitraries.maps(keys, values).ofMaxSize(3).map(map -> (Object) map),
                values.list().ofMaxSize(2).map(list -> (Object) list));
    }

    /** Stands for null while values are generated. */
    private record Nothing() {}

    private static Object plain(Object value) {
        if (value instanceof Nothing) {
            return null;
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> plain = new LinkedHashMap<>();
            map.forEach((key, inner) -> plain.put(key, plain(inner)));
            return plain;
        }
        if (value instanceof List<?> list) {
            return list.stream()
                    .filter(item -> !(item instanceof Nothing))
                    .map(CleanTreePropertyTest::plain)
                    .toList();
        }
        return value;
    }

    private static boolean hasForbidden(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream().anyMatch(entry -> isForbidden(entry) || hasForbidden(entry.getValue()));
        }
        return value instanceof List<?> list && list.stream().anyMatch(CleanTreePropertyTest::hasForbidden);
    }

    private static boolean isForbidden(Map.Entry<?, ?> field) {
        boolean neverEmpty =
                List.of("metadata", "labels", "annotations", "nodeSelector").contains(String.valueOf(field.getKey()));
        return field.getValue() == null || (neverEmpty && Map.of().equals(field.getValue()));
    }
}
