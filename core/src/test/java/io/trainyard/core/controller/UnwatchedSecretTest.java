package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.gang.GangFacts;
import io.trainyard.core.kube.InMemoryKubeApi.Request;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.component.Creation;
import io.trainyard.spi.component.WarningEvent;
import io.trainyard.spi.extension.ComponentBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A plugin that makes a Secret for each TrainJob, and may only create and get Secrets: no watch tells of them. */
@DisplayName("A Secret that nobody watches (SSH-10, SSH-13, MPI-89)")
final class UnwatchedSecretTest {
    private static final Duration MORE_THAN_A_MINUTE = Duration.ofSeconds(61);

    private final Cluster cluster = new Cluster(Plugins.of(new KeyMaker()), GangFacts.NONE);

    @Test
    @DisplayName("is made again within a minute when somebody deletes it while pods run, and the user is told")
    void isMadeAgain() {
        cluster.create("demo", "");
        cluster.settle();
        cluster.run("demo");
        cluster.settle();
        cluster.api.remove(Secret.class, "demo-keys");

        cluster.settle(MORE_THAN_A_MINUTE);

        assertThat(cluster.api.find(Secret.class, "demo-keys")).isPresent();
        assertThat(cluster.events()).singleElement().satisfies(event -> assertThat(event.getReason())
                .isEqualTo("KeysReplaced"));
    }

    @Test
    @DisplayName("is asked for by name and never listed, and nothing is written while it is there")
    void isAskedForByName() {
        cluster.create("demo", "");
        cluster.settle();
        cluster.run("demo");
        cluster.settle();
        cluster.api.forgetRequests();

        cluster.settle(MORE_THAN_A_MINUTE);

        assertThat(cluster.api.requests()).extracting(Request::toString).containsExactly("get Secret team-a/demo-keys");
    }

    @Test
    @DisplayName("is not asked for while the job is suspended or when it has ended")
    void isNotAskedForInVain() {
        cluster.create("demo", "suspend: true");
        cluster.settle();
        cluster.create("done", "");
        cluster.settle();
        cluster.run("done");
        cluster.settle();
        cluster.complete("done");
        cluster.settle(MORE_THAN_A_MINUTE);
        cluster.api.forgetRequests();

        cluster.settle(Duration.ofMinutes(10));

        assertThat(cluster.api.requests()).isEmpty();
    }

    private static final class KeyMaker implements ComponentBuilder {
        @Override
        public String name() {
            return "keys";
        }

        @Override
        public Uni<Components> build(Request request) {
            Secret secret = new SecretBuilder()
                    .withNewMetadata()
                    .withName(request.trainJob().getMetadata().getName() + "-keys")
                    .endMetadata()
                    .build();
            Creation creation = new Creation(
                    object -> Uni.createFrom()
                            .item(new SecretBuilder((Secret) object)
                                    .withData(Map.of("key", "c2VjcmV0"))
                                    .build()),
                    new WarningEvent("KeysReplaced", "made again"),
                    "KeyConflict");
            return Uni.createFrom().item(Components.of(List.of(Component.once(secret, creation))));
        }
    }
}
