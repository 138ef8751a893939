package io.trainyard.launcher.crds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DefinitionSourcesTest {

    private static final KubernetesSchemas KUBERNETES =
            type -> JsonNodeFactory.instance.objectNode().put("type", "object").put("of", type);

    @TempDir
    Path folder;

    @BeforeEach
    void makeFragmentFolder() throws IOException {
        Files.createDirectory(folder.resolve("fragments"));
    }

    @Test
    void fragmentsAndTypesAreFilledInAndKeysBesideThemWin() throws IOException {
        write("a.yaml", "x: {$fragment: Outer, description: mine}\ny: {$kubernetes: core/v1 Pod, description: pod}");
        write("fragments/f.yaml", "Outer: {type: object, description: theirs, inner: [{$fragment: Inner}]}");
        write("fragments/g.yaml", "Inner: {type: string}");

        assertThat(resolve())
                .isEqualTo("{\"x\":{\"type\":\"object\",\"description\":\"mine\",\"inner\":[{\"type\":\"string\"}]},"
                        + "\"y\":{\"type\":\"object\",\"of\":\"core/v1 Pod\",\"description\":\"pod\"}}");
    }

    @Test
    void fragmentMayBeAList() throws IOException {
        write("a.yaml", "x: {$fragment: List}");
        write("fragments/f.yaml", "List: [1, 2]");

        assertThat(resolve()).isEqualTo("{\"x\":[1,2]}");
    }

    @Test
    void unknownFragmentIsNamed() throws IOException {
        write("a.yaml", "x: {$fragment: Typo}");

        assertThatThrownBy(this::resolve)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Typo");
    }

    @Test
    void fragmentThatContainsItselfIsRefused() throws IOException {
        write("a.yaml", "x: {$fragment: A}");
        write("fragments/f.yaml", "A: {b: {$fragment: B}}\nB: {a: {$fragment: A}}");

        assertThatThrownBy(this::resolve)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("contains itself");
    }

    @Test
    void fragmentDefinedTwiceIsRefused() throws IOException {
        write("fragments/f.yaml", "A: {}");
        write("fragments/g.yaml", "A: {}");

        assertThatThrownBy(this::resolve)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("fragment A is defined twice");
    }

    @Test
    void nothingCanBeAddedToAList() throws IOException {
        write("a.yaml", "x: {$fragment: List, description: mine}");
        write("fragments/f.yaml", "List: [1]");

        assertThatThrownBy(this::resolve)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("list");
    }

    private String resolve() {
        return DefinitionSources.read(folder).resolve(KUBERNETES).get("a.yaml").toString();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }
}
