package io.trainyard.local.api.custom;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("JsonPath: of several names the first that is there counts, as at an API server")
final class JsonPathTest {
    private static final JsonPath PATH = JsonPath.parse(".status['state','phase']");

    @Test
    void theFirstOfSeveralNamesThatIsThere() {
        assertThat(PATH.first(Tree.of("status", Tree.of("phase", "Pending", "state", "Pending: no room"))))
                .isEqualTo("Pending: no room");
        assertThat(PATH.first(Tree.of("status", Tree.of("phase", "Running")))).isEqualTo("Running");
        assertThat(PATH.first(Tree.of("status", Tree.of()))).isNull();
    }

    @Test
    void oneNameInBrackets() {
        assertThat(JsonPath.parse("['status']['a.b']").first(Tree.of("status", Tree.of("a.b", 1L))))
                .isEqualTo(1L);
    }
}
