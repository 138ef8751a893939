package io.trainyard.testcluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class StoredStateTest {
    private static final StoredState EARLIER = new StoredState(Map.of(
            "/registry/namespaces/default", 1L,
            "/registry/configmaps/kube-system/settings", 2L,
            "/registry/clusterroles/reader", 3L,
            "/registry/priorityclasses/high", 4L));

    @Test
    void newIsWhatCameWithoutTheWritesOfTheControlPlane() {
        StoredState now = new StoredState(Map.of(
                "/registry/namespaces/default", 1L,
                "/registry/namespaces/mine", 9L,
                "/registry/configmaps/mine/kube-root-ca.crt", 10L,
                "/registry/configmaps/default/kube-root-ca.crt", 11L,
                "/registry/leases/kube-system/kube-scheduler", 12L,
                "/registry/leases/default/mine", 13L,
                "/registry/example.com/widgets/mine", 14L,
                "/registry/clusterroles/system:node", 15L));

        assertThat(now.newSince(EARLIER))
                .containsExactly(
                        "/registry/configmaps/mine/kube-root-ca.crt",
                        "/registry/example.com/widgets/mine",
                        "/registry/leases/default/mine",
                        "/registry/namespaces/mine");
    }

    @Test
    void changedIsWhatHasAnotherValueOrNone() {
        StoredState now = new StoredState(Map.of(
                "/registry/namespaces/default", 7L,
                "/registry/configmaps/kube-system/settings", 8L,
                "/registry/clusterroles/reader", 9L));

        assertThat(now.changedSince(EARLIER))
                .containsExactly("/registry/clusterroles/reader", "/registry/priorityclasses/high");
    }

    @Test
    void aKeyNamesKindNamespaceAndName() {
        assertThat(StoredObject.of("/registry/pods/here/one")).hasValue(new StoredObject("pods", "here", "one"));
        assertThat(StoredObject.of("/registry/minions/one")).hasValue(new StoredObject("minions", "", "one"));
        assertThat(StoredObject.of("/registry/services/specs/here/one"))
                .hasValue(new StoredObject("services/specs", "here", "one"));
        assertThat(StoredObject.of("/registry/example.com/widgets/here/one"))
                .hasValue(new StoredObject("example.com/widgets", "here", "one"));
        assertThat(StoredObject.of("/registry/example.com/widgets/one"))
                .hasValue(new StoredObject("example.com/widgets", "", "one"));
        assertThat(StoredObject.of("/registry/masterleases")).isEmpty();
    }
}
