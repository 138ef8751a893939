package io.trainyard.core.compile;

import static io.trainyard.core.fixture.Manifests.copy;
import static io.trainyard.core.fixture.Manifests.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Tree (PIPE-33)")
final class TreeTest {
    private final Map<String, Object> tree = tree(
            """
            a: {b: {text: x, number: 3, list: [1, {name: one}, {name: two}, null], flag: true, nothing: null}}
            scalar: 5
            """);

    @Test
    void readsWhatLiesAtAPath() {
        assertThat(Tree.string(tree, "a", "b", "text")).contains("x");
        assertThat(Tree.wholeNumber(tree, "a", "b", "number")).contains(3);
        assertThat(Tree.at(tree, "a", "b", "flag")).isEqualTo(true);
        assertThat(Tree.child(tree, "a", "b")).containsKey("list");
        assertThat(Tree.at(tree)).isSameAs(tree);
    }

    @Test
    void whatIsMissingOrOfAnotherTypeReadsAsEmpty() {
        assertThat(Tree.string(tree, "a", "b", "number")).isEmpty();
        assertThat(Tree.wholeNumber(tree, "a", "b", "text")).isEmpty();
        assertThat(Tree.child(tree, "a", "b", "nothing")).isEmpty();
        assertThat(Tree.child(tree, "scalar", "deeper")).isEmpty();
        assertThat(Tree.list(tree, "a")).isEmpty();
        assertThat(Tree.objects(tree, "no", "such", "path")).isEmpty();
        assertThat(Tree.strings(tree, "a", "b", "text")).isNull();
        assertThat(Tree.string(null, "a")).isEmpty();
    }

    @Test
    void ofAListOnlyTheObjectsAreRead() {
        assertThat(Tree.objects(tree, "a", "b", "list"))
                .extracting(item -> item.get("name"))
                .containsExactly("one", "two");
    }

    @Test
    void aChangeLeavesTheOriginalAsItWasAndSharesTheRest() {
        Map<String, Object> before = copy(tree);
        Map<String, Object> changed = Tree.update(tree, b -> Tree.with(b, "text", "y"), "a", "b");
        assertThat(tree).isEqualTo(before);
        assertThat(Tree.string(changed, "a", "b", "text")).contains("y");
        assertThat(Tree.list(changed, "a", "b", "list")).isSameAs(Tree.list(tree, "a", "b", "list"));
    }

    @Test
    void aChangeMakesTheObjectsThatAreMissingOnItsPath() {
        assertThat(Tree.update(Map.of(), found -> Tree.with(found, "x", 1), "new", "path"))
                .isEqualTo(tree("new: {path: {x: 1}}"));
    }

    @Test
    void eachObjectOfAListIsChangedAndOtherItemsStay() {
        Map<String, Object> changed =
                Tree.updateEach(Tree.child(tree, "a", "b"), "list", item -> Tree.with(item, "seen", true));
        assertThat(Tree.list(changed, "list"))
                .isEqualTo(
                        Tree.list(tree("list: [1, {name: one, seen: true}, {name: two, seen: true}, null]"), "list"));
        assertThat(Tree.updateEach(changed, "absent", item -> Map.of())).isSameAs(changed);
        assertThat(Tree.strings(Map.of("command", List.of("a", 1)), "command")).containsExactly("a", "1");
    }
}
