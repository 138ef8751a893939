package io.trainyard.foundation.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.foundation.schema.StructuralSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("StrategicMerge")
final class StrategicMergeTest {
    private static final StructuralSchema SCHEMA = StructuralSchema.parse(Map.of(
            "properties",
            Map.of(
                    "env",
                    Map.of("x-kubernetes-patch-strategy", "merge", "x-kubernetes-patch-merge-key", "name"),
                    "ports",
                    Map.of("x-kubernetes-patch-strategy", "merge", "x-kubernetes-patch-merge-key", "number"),
                    "finalizers",
                    Map.of("x-kubernetes-patch-strategy", "merge"),
                    "status",
                    Map.of("x-kubernetes-patch-strategy", "replace"))));

    @Nested
    @DisplayName("objects (PIPE-35)")
    final class Objects {
        @Test
        void areMergedFieldByFieldAndNullRemoves() {
            assertThat(merge(map("a", 1, "b", map("c", 1, "d", 1), "e", 1), map("b", map("c", 2), "e", null, "f", 3)))
                    .isEqualTo(map("a", 1, "b", map("c", 2, "d", 1), "f", 3));
        }

        @Test
        void anEmptyObjectChangesNothing() {
            assertThat(merge(map("a", map("b", 1)), map("a", map()))).isEqualTo(map("a", map("b", 1)));
        }

        @Test
        void aValueOfAnotherTypeReplaces() {
            assertThat(merge(map("a", map("b", 1)), map("a", List.of(1)))).isEqualTo(map("a", List.of(1)));
        }

        @Test
        void nullsOfAnAddedObjectAreLeftOut() {
            assertThat(merge(map(), map("a", map("b", null, "c", 1)))).isEqualTo(map("a", map("c", 1)));
        }

        @Test
        void neitherSideIsChanged() {
            Map<String, Object> original = map("env", list(item("A", 1)), "b", map("c", 1));
            Map<String, Object> patch = map("env", list(item("A", 2), item("B", 1)), "b", map("c", null));
            merge(original, patch);
            assertThat(original).isEqualTo(map("env", list(item("A", 1)), "b", map("c", 1)));
            assertThat(patch).isEqualTo(map("env", list(item("A", 2), item("B", 1)), "b", map("c", null)));
        }

        @Test
        void anObjectThatIsReplacedKeepsNothing() {
            assertThat(merge(map("status", map("a", 1)), map("status", map("b", 1))))
                    .isEqualTo(map("status", map("b", 1)));
        }
    }

    @Nested
    @DisplayName("lists")
    final class Lists {
        @ParameterizedTest(name = "{0} patched with {1} gives {2}")
        @DisplayName("with a merge key keep the order of PIPE-36")
        @CsvSource({
            "A B,   A N,  A N B",
            "a b c, b,    a b c",
            "a b,   x,    x a b",
            "a b c, c a,  b c a",
            "a b c, b x c, a b x c",
            "'',    b a,  b a",
            "a b,   '',   a b"
        })
        void areMergedInOrder(String original, String patch, String expected) {
            Map<String, Object> merged = merge(map("env", items(original)), map("env", items(patch)));
            assertThat(names(merged.get("env"))).isEqualTo(names(items(expected)));
        }

        @Test
        void itemsThatMatchAreMergedFieldByField() {
            assertThat(merge(
                            map("env", list(map("name", "A", "value", "1", "more", 1))),
                            map("env", list(map("name", "A", "value", "2")))))
                    .isEqualTo(map("env", list(map("name", "A", "value", "2", "more", 1))));
        }

        @Test
        @DisplayName("keys are compared by what they say, whatever number type a parser chose")
        void keysOfOtherNumberTypesMatch() {
            assertThat(merge(
                            map("ports", list(map("number", 80L, "a", 1))),
                            map("ports", list(map("number", 80, "b", 2)))))
                    .isEqualTo(map("ports", list(map("number", 80, "a", 1, "b", 2))));
        }

        @Test
        void withoutMergeKeyAreReplaced() {
            assertThat(merge(map("args", list("a", "b")), map("args", list("c"))))
                    .isEqualTo(map("args", list("c")));
        }

        @Test
        void ofScalarsThatMergeHaveNoDuplicates() {
            assertThat(merge(map("finalizers", list("a", "b")), map("finalizers", list("b", "c"))))
                    .isEqualTo(map("finalizers", list("a", "b", "c")));
        }

        @Test
        void anItemWithoutItsKeyIsRefusedByName() {
            assertThatThrownBy(() -> merge(map("env", list(item("A", 1))), map("env", list(map("value", 1)))))
                    .isInstanceOf(PatchException.class)
                    .hasMessageContainingAll("env", "name");
        }

        @Test
        void ofObjectsAndScalarsAreRefused() {
            assertThatThrownBy(() -> merge(map("env", list(item("A", 1))), map("env", list("A"))))
                    .isInstanceOf(PatchException.class)
                    .hasMessageContaining("env");
        }
    }

    @Nested
    @DisplayName("directives")
    final class OfDirectives {
        @Test
        void replaceAnObject() {
            assertThat(merge(map("a", map("b", 1)), map("a", map("$patch", "replace", "c", 1))))
                    .isEqualTo(map("a", map("c", 1)));
        }

        @Test
        void emptyAnObject() {
            assertThat(merge(map("a", map("b", 1)), map("a", map("$patch", "delete"))))
                    .isEqualTo(map("a", map()));
        }

        @Test
        void deleteAnItem() {
            assertThat(merge(
                            map("env", items("A B C")),
                            map("env", list(map("name", "B", "$patch", "delete"), item("D", 1)))))
                    .isEqualTo(map("env", list(item("D", 1), item("A", 1), item("C", 1))));
        }

        @Test
        void replaceAList() {
            assertThat(merge(map("env", items("A B")), map("env", list(map("$patch", "replace"), item("B", 2)))))
                    .isEqualTo(map("env", list(item("B", 2))));
        }

        @Test
        void deleteScalars() {
            assertThat(merge(map("finalizers", list("a", "b")), map("$deleteFromPrimitiveList/finalizers", list("a"))))
                    .isEqualTo(map("finalizers", list("b")));
        }

        @Test
        void retainOnlySomeFields() {
            assertThat(merge(map("a", map("b", 1, "c", 1)), map("a", map("$retainKeys", list("c", "d"), "d", 1))))
                    .isEqualTo(map("a", map("c", 1, "d", 1)));
        }

        @Test
        void aFieldThatIsSetButNotRetainedIsRefused() {
            assertThatThrownBy(() -> merge(map("a", map("b", 1)), map("a", map("$retainKeys", list("c"), "b", 2))))
                    .isInstanceOf(PatchException.class)
                    .hasMessageContainingAll("$retainKeys", "b");
        }

        @Test
        void orderAList() {
            Map<String, Object> merged = merge(
                    map("env", items("A B C")),
                    map(
                            "$setElementOrder/env",
                            list(map("name", "C"), map("name", "D"), map("name", "A")),
                            "env",
                            items("D")));
            assertThat(names(merged.get("env"))).containsExactly("B", "C", "D", "A");
        }

        @Test
        void anOrderThatContradictsThePatchIsRefused() {
            assertThatThrownBy(() -> merge(
                            map("env", items("A")),
                            map("$setElementOrder/env", list(map("name", "B"), map("name", "A")), "env", items("A B"))))
                    .isInstanceOf(PatchException.class)
                    .hasMessageContaining("$setElementOrder/env");
        }

        @Test
        void anUnknownDirectiveIsRefused() {
            assertThatThrownBy(() -> merge(map("a", map()), map("a", map("$patch", "smash"))))
                    .isInstanceOf(PatchException.class)
                    .hasMessageContaining("smash");
        }
    }

    private static Map<String, Object> merge(Map<String, Object> original, Map<String, Object> patch) {
        return StrategicMerge.apply(SCHEMA, original, patch);
    }

    private static List<Object> items(String names) {
        List<Object> items = new ArrayList<>();
        Arrays.stream(names.split(" ")).filter(name -> !name.isEmpty()).forEach(name -> items.add(item(name, 1)));
        return items;
    }

    private static Map<String, Object> item(String name, int value) {
        return map("name", name, "value", value);
    }

    private static List<Object> names(Object items) {
        List<Object> names = new ArrayList<>();
        ((List<?>) items).forEach(item -> names.add(((Map<?, ?>) item).get("name")));
        return names;
    }

    private static List<Object> list(Object... items) {
        return List.of(items);
    }

    static Map<String, Object> map(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }
}
