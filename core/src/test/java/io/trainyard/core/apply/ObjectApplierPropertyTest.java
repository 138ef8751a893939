package io.trainyard.core.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.core.kube.Preconditions;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Creation;
import io.trainyard.spi.component.WarningEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

/** Keys and other content that is made at the moment of creation. */
final class ObjectApplierPropertyTest {
    /** What happens to a Secret. */
    enum Step {
        PASS,
        /** A pass whose cache has not heard of the Secret yet. */
        PASS_BEHIND,
        /** Another controller makes the Secret while a pass makes its content. */
        PASS_OVERTAKEN,
        DELETION
    }

    private InMemoryKubeApi api = new InMemoryKubeApi(new ManualTimeSource());
    private final AtomicInteger made = new AtomicInteger();
    private boolean behind;

    @Property(tries = 300, seed = "20260101")
    @Label("once a Secret is there, no pass replaces its keys, however old its cache is (SSH-10 to SSH-13)")
    void keysStay(@ForAll @Size(min = 1, max = 12) List<Step> steps) {
        // One instance serves all tries.
        api = new InMemoryKubeApi(new ManualTimeSource());
        ObjectApplier applier = new ObjectApplier(api, new Reader(), new AppliedVersions());
        Optional<String> keys = Optional.empty();
        for (Step step : steps) {
            behind = step == Step.PASS_BEHIND;
            if (step == Step.DELETION) {
                stored().ifPresent(secret -> await(api.delete(Secret.class, "team", "keys", Preconditions.of(secret))));
                keys = Optional.empty();
            } else {
                boolean existed = keys.isPresent();
                ObjectApplier.Outcome outcome = await(applier.apply(
                        component(step == Step.PASS_OVERTAKEN && !existed), false, Confirmation.NOT_NEEDED));
                String now = stored().orElseThrow().getData().get("key");
                assertThat(keys.orElse(now)).isEqualTo(now);
                assertThat(outcome)
                        .isEqualTo(
                                existed || step == Step.PASS_OVERTAKEN
                                        ? ObjectApplier.Outcome.LEFT
                                        : ObjectApplier.Outcome.CREATED);
                keys = Optional.of(now);
            }
        }
    }

    private Component component(boolean overtaken) {
        Creation.Content content = object -> overtaken
                ? api.create(secret("theirs " + made.incrementAndGet())).map(theirs -> filled(object))
                : Uni.createFrom().item(() -> filled(object));
        return Component.once(
                secret("shown"), new Creation(content, new WarningEvent("Replaced", "again"), "Conflict"));
    }

    private Secret filled(HasMetadata object) {
        return new SecretBuilder((Secret) object)
                .addToData("key", "ours " + made.incrementAndGet())
                .build();
    }

    private Optional<Secret> stored() {
        return await(api.get(Secret.class, "team", "keys"));
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(Duration.ofSeconds(60));
    }

    private static Secret secret(String key) {
        return new SecretBuilder()
                .withNewMetadata()
                .withNamespace("team")
                .withName("keys")
                .withOwnerReferences(new OwnerReferenceBuilder()
                        .withApiVersion("trainer.kubeflow.org/v1alpha1")
                        .withKind("TrainJob")
                        .withName("wave")
                        .withUid("1")
                        .withController(true)
                        .build())
                .endMetadata()
                .addToData("key", key)
                .build();
    }

    private final class Reader implements CurrentObjects {
        @Override
        public <T extends HasMetadata> Uni<Optional<T>> find(Class<T> type, String namespace, String name) {
            return behind ? Uni.createFrom().item(Optional.empty()) : api.get(type, namespace, name);
        }

        @Override
        public <T extends HasMetadata> Uni<List<T>> list(Class<T> type, String namespace) {
            return Uni.createFrom().item(List.of());
        }
    }
}
