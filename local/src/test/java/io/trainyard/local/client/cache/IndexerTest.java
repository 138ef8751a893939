package io.trainyard.local.client.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a cache makes of watches that lag behind our own writes (LOCAL-50). */
final class IndexerTest {
    private static final ObjectName NAME = new ObjectName("demo", "a");

    private final Indexer cache = new Indexer();
    private final List<String> told = new ArrayList<>();

    @BeforeEach
    void listen() {
        cache.addHandler((before, after) -> told.add(version(before) + "->" + version(after)));
    }

    private static String version(Map<String, Object> object) {
        return object == null ? "" : Tree.text(object, "metadata", "resourceVersion");
    }

    private static Map<String, Object> object(String uid, int version) {
        return object(uid, version, "owner");
    }

    private static Map<String, Object> object(String uid, int version, String owner) {
        Map<String, Object> metadata = Tree.of("namespace", "demo", "name", "a", "uid", uid);
        metadata.put("resourceVersion", Integer.toString(version));
        metadata.put("ownerReferences", List.of(Tree.of("uid", owner, "controller", true)));
        return Tree.of("metadata", metadata);
    }

    @Test
    void anOldEventDoesNotUndoAWrite() {
        cache.put(object("u", 7));
        cache.put(object("u", 5));
        cache.put(object("u", 7));

        assertThat(cache.get(NAME)).contains(object("u", 7));
        assertThat(told).as("each change once").containsExactly("->7");
    }

    @Test
    void whatWeHaveDeletedDoesNotComeBackFromAnOldListOrEvent() {
        cache.put(object("u", 5));
        cache.delete(NAME, "u");

        cache.replace(List.of(object("u", 5)), "6");
        cache.put(object("u", 6));

        assertThat(cache.get(NAME)).isEmpty();
        assertThat(told).containsExactly("->5", "5->");
    }

    @Test
    void whatWeHaveCreatedSurvivesAnOlderList() {
        cache.put(object("u", 9));

        cache.replace(List.of(), "8");
        assertThat(cache.get(NAME)).isPresent();

        cache.replace(List.of(), "9");
        assertThat(cache.get(NAME)).isEmpty();
    }

    @Test
    void aSuccessorOfTheSameNameEndsItsPredecessor() {
        cache.put(object("old", 5));
        cache.put(object("new", 8));
        cache.delete(NAME, "old");

        assertThat(cache.get(NAME)).contains(object("new", 8));
        assertThat(told).containsExactly("->5", "5->", "->8");
    }

    @Test
    void objectsAreFoundByTheirOwner() {
        cache.put(object("u", 5));
        assertThat(cache.controlledBy("owner")).containsExactly(object("u", 5));

        cache.put(object("u", 6, "other"));
        assertThat(cache.controlledBy("owner")).isEmpty();
        assertThat(cache.controlledBy("other")).containsExactly(object("u", 6, "other"));

        cache.delete(NAME, "u");
        assertThat(cache.controlledBy("other")).isEmpty();
    }

    @Test
    @DisplayName("an object that is replaced by a list with another of its name is told of as gone and come")
    void aListCanHoldASuccessor() {
        cache.put(object("old", 5));

        cache.replace(List.of(object("new", 7)), "8");

        assertThat(told).containsExactly("->5", "5->", "->7");
    }
}
