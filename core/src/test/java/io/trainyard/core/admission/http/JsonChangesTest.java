package io.trainyard.core.admission.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.zjsonpatch.JsonPatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@Tag("VAL-16")
final class JsonChangesTest {
    /** With a table of the product of both lengths this would need more than a gigabyte. */
    private static final int MANY = 20_000;

    @Property(tries = 500, seed = "20260101")
    void thePatchMakesTheSecondTreeOutOfTheFirst(
            @ForAll("objects") Map<String, Object> before, @ForAll("objects") Map<String, Object> after) {
        Optional<List<Map<String, Object>>> changes = JsonChanges.between(before, after);

        JsonNode expected = Reviews.JSON.valueToTree(after);
        JsonNode patched = changes.map(operations ->
                        JsonPatch.apply(Reviews.JSON.valueToTree(operations), Reviews.JSON.valueToTree(before)))
                .orElseGet(() -> Reviews.JSON.valueToTree(before));
        assertThat(patched).isEqualTo(expected);
        assertThat(changes.isEmpty()).isEqualTo(before.equals(after));
    }

    @Test
    @DisplayName("VAL-16: the work grows with the size of the lists, not with its square")
    void listsOfDifferentLengthsAreReplaced() {
        Map<String, Object> before = Map.of("list", items(MANY, "old"));
        Map<String, Object> after = Map.of("list", items(MANY + 1, "new"));

        assertThat(JsonChanges.between(before, after).orElseThrow())
                .containsExactly(Map.of("op", "replace", "path", "/list", "value", items(MANY + 1, "new")));
    }

    @Test
    @DisplayName("VAL-16: what differs in items of equally long lists is told by itself")
    void itemsOfEquallyLongListsAreCompared() {
        assertThat(JsonChanges.between(
                                Map.of("list", List.of(Map.of("a", 1), Map.of("b", 2))),
                                Map.of("list", List.of(Map.of("a", 1), Map.of("b", 2, "c/d", 3))))
                        .orElseThrow())
                .containsExactly(Map.of("op", "add", "path", "/list/1/c~1d", "value", 3));
    }

    private static List<Object> items(int count, String text) {
        return IntStream.range(0, count)
                .<Object>mapToObj(index -> Map.of("manager", text + index))
                .toList();
    }

    @Provide
    Arbitrary<Map<String, Object>> objects() {
        return Arbitraries.maps(names(), values(3)).ofMaxSize(4).map(HashMap::new);
    }

    private static Arbitrary<String> names() {
        // Not "~1": the library that applies the patch here reads it back as "/", other than API servers do.
        return Arbitraries.of("a", "b", "c/d", "e~f", "0", "-", "");
    }

    private static Arbitrary<Object> values(int levels) {
        Arbitrary<Object> leaf =
                Arbitraries.<Object>of("text", 1, 2L, true, 1.5).injectNull(0.1);
        if (levels == 0) {
            return leaf;
        }
        return Arbitraries.oneOf(
                leaf,
                values(levels - 1).list().ofMaxSize(3).map(list -> new ArrayList<Object>(list)),
                Arbitraries.maps(names(), values(levels - 1))
                        .ofMaxSize(3)
                        .map(map -> new HashMap<Object, Object>(map)));
    }
}
