package io.trainyard.testcluster.setup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class YamlDocumentsTest {

    @Test
    void aStreamFallsIntoItsDocuments() {
        assertThat(YamlDocuments.split("---\na: 1\n--- # second\nb: '---'\n---\n# only a comment\n\n---\n"))
                .containsExactly("\na: 1\n", "\nb: '---'\n");
    }

    @Test
    void theFirstLineAfterASeparatorIsKept() {
        assertThat(YamlDocuments.split("---\napiVersion: v1\nkind: A")).containsExactly("\napiVersion: v1\nkind: A");
    }
}
