package io.trainyard.local.definitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Equal parts of the definitions are read once and kept once (LOCAL-214)")
final class SharedTreesTest {
    private static final Path SOURCES = Path.of("..", "deploy", "crds");

    private static Map<String, Object> pod() {
        return Tree.of("type", "object", "max", 3L, "odd", 0.5, "none", null, "flag", true);
    }

    @Test
    @DisplayName(
            "what is read equals what was written, lists, numbers and nulls too; equal objects are the same one, and cannot be changed")
    void roundTrip() {
        List<Object> items = new ArrayList<>(Arrays.asList(1L, null, "text", pod(), List.of(pod(), 2L)));
        Map<String, Object> one = Tree.of("first", pod(), "second", Tree.of("deep", pod()), "items", items);
        Map<String, Object> other = Tree.of("again", pod());

        Map<String, Map<String, Object>> read = SharedTrees.read(SharedTrees.write(Map.of("one", one, "other", other)));

        assertThat(read.get("one")).isEqualTo(one);
        assertThat(new ArrayList<>(read.get("one").keySet())).containsExactly("first", "second", "items");
        assertThat(read.get("other")).isEqualTo(other);
        assertThat(read.get("one").get("first"))
                .isSameAs(Tree.at(read, "one", "second", "deep"))
                .isSameAs(Tree.list(read, "one", "items").get(3))
                .isSameAs(read.get("other").get("again"));
        assertThatThrownBy(() -> read.get("one").put("x", 1L)).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    @DisplayName("the definitions are those of deploy/crds, in at most a tenth of their objects")
    void theProjectsDefinitions() throws Exception {
        List<Map<String, Object>> definitions = Definitions.load();

        Set<Object> kept = Collections.newSetFromMap(new IdentityHashMap<>());
        long all = 0;
        for (int i = 0; i < definitions.size(); i++) {
            Path source = SOURCES.resolve(Definitions.NAMES.get(i) + ".yaml");
            assertThat(definitions.get(i).toString()).isEqualTo(String.valueOf(Yaml.parse(Files.readString(source))));
            all += count(definitions.get(i), kept);
        }
        assertThat(kept.size()).isLessThan((int) (all / 10));
    }

    private static long count(Object value, Set<Object> kept) {
        long count = 0;
        if (value instanceof Map<?, ?> object) {
            kept.add(object);
            count = 1
                    + object.values().stream()
                            .mapToLong(each -> count(each, kept))
                            .sum();
        } else if (value instanceof List<?> items) {
            count = items.stream().mapToLong(each -> count(each, kept)).sum();
        }
        return count;
    }
}
