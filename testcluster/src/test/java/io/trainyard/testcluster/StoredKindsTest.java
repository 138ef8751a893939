package io.trainyard.testcluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class StoredKindsTest {
    @Test
    void theKindIsWhatStandsBeforeTheNamespace() {
        List<String> keys = List.of(
                "/registry/pods/here/one",
                "/registry/pods/here/two",
                "/registry/services/specs/here/one",
                "/registry/example.com/widgets/here/one");

        assertThat(StoredKinds.kinds(keys, "here")).containsExactly("example.com/widgets", "pods", "services/specs");
    }

    @Test
    void objectsOfOtherNamespacesAndOfNoneAreLeftOut() {
        List<String> keys = List.of(
                "/registry/namespaces/here",
                "/registry/nodes/here",
                "/registry/pods/elsewhere/one",
                "/registry/pods/here-too/x");

        assertThat(StoredKinds.kinds(keys, "here")).isEmpty();
    }
}
