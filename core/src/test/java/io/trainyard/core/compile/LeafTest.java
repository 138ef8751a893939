package io.trainyard.core.compile;

import static io.trainyard.core.fixture.Manifests.tree;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Leaf: the values of a tree, by places that stay when others come before them (OPS-125)")
final class LeafTest {
    @Test
    void itemsAreFoundByTheirNamesAndMountsByTheirPaths() {
        assertThat(Leaf.of(
                        tree(
                                "pod: {env: [{name: A, value: '1'}], volumeMounts: [{name: v, mountPath: /a}, {name: v, mountPath: /b}], args: [x]}"),
                        "spec"))
                .extracting(Leaf::path, Leaf::place)
                .contains(
                        row("spec.pod.env[0].value", "spec.pod.env[A].value"),
                        row("spec.pod.volumeMounts[0].name", "spec.pod.volumeMounts[/a].name"),
                        row("spec.pod.volumeMounts[1].name", "spec.pod.volumeMounts[/b].name"),
                        row("spec.pod.args[0]", "spec.pod.args[0]"));
    }

    @Test
    void itemsOfOneNameHaveAPlaceEach() {
        assertThat(Leaf.of(tree("env: [{name: A}, {name: A}]"), "spec"))
                .extracting(Leaf::place)
                .containsExactly("spec.env[A].name", "spec.env[A#2].name");
    }

    @Test
    void anEmptyObjectIsAValueAndNothingIsNone() {
        assertThat(Leaf.of(tree("volume: {emptyDir: {}}"), "spec"))
                .extracting(Leaf::place)
                .containsExactly("spec.volume.emptyDir");
        assertThat(Leaf.of(null, "spec")).isEmpty();
    }

    @Test
    void numbersAreTheSameHoweverManyBitsTheyHave() {
        Leaf two = new Leaf("n", "n", "n", 2);

        assertThat(two.has(2L)).isTrue();
        assertThat(two.has(BigInteger.TWO)).isTrue();
        assertThat(two.has("2")).isFalse();
        assertThat(two.has(null)).isFalse();
    }

    private static Tuple row(String path, String place) {
        return Tuple.tuple(path, place);
    }
}
