package io.trainyard.core.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.core.kube.Preconditions;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Creation;
import io.trainyard.spi.component.WarningEvent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ObjectApplierTest {
    private final InMemoryKubeApi api = new InMemoryKubeApi(new ManualTimeSource());
    private final AppliedVersions versions = new AppliedVersions();
    private boolean behind;
    private final ObjectApplier applier = new ObjectApplier(api, new Reader(), versions);

    @ParameterizedTest(name = "{0}, suspended: {1} leaves {2}")
    @DisplayName("an object changes as its component says (GANG-46, SSH-10)")
    @CsvSource({
        "ALWAYS, true, new",
        "ALWAYS, false, new",
        "WHILE_SUSPENDED, true, new",
        "WHILE_SUSPENDED, false, old",
        "NEVER, true, old",
        "NEVER, false, old"
    })
    void changesWhen(Component.UpdatePolicy change, boolean suspended, String expected) {
        assertThat(apply(new Component(map("old", owner("TrainJob", "demo", "1")), change), suspended))
                .as("an absent object is always made")
                .isEqualTo(ObjectApplier.Outcome.CREATED);

        ObjectApplier.Outcome outcome =
                apply(new Component(map("new", owner("TrainJob", "demo", "1")), change), suspended);

        assertThat(stored().getData()).containsEntry("key", expected);
        assertThat(outcome)
                .isEqualTo(expected.equals("new") ? ObjectApplier.Outcome.CHANGED : ObjectApplier.Outcome.LEFT);
    }

    @Test
    @DisplayName("an object that is as built is not written")
    void noNeedlessWrite() {
        apply(Component.of(map("same", owner("TrainJob", "demo", "1"))), false);

        assertThat(apply(Component.of(map("same", owner("TrainJob", "demo", "1"))), false))
                .isEqualTo(ObjectApplier.Outcome.LEFT);
    }

    @Test
    @DisplayName("what a deleted TrainJob of the same name left is waited for (SSH-12)")
    void waitsForCollection() {
        apply(Component.once(map("old", owner("TrainJob", "demo", "1"))), false);

        assertThat(apply(Component.once(map("new", owner("TrainJob", "demo", "2"))), false))
                .isEqualTo(ObjectApplier.Outcome.WAITING);
        assertThat(stored().getData()).containsEntry("key", "old");
    }

    @Test
    @DisplayName("an object of somebody else is refused by name and left as it is (GANG-45, SSH-12)")
    void refusesForeignObjects() {
        apply(Component.of(map("theirs", owner("Deployment", "web", "7"))), false);

        assertThatThrownBy(() -> apply(Component.of(map("ours", owner("TrainJob", "demo", "1"))), true))
                .hasMessage(
                        "ConfigMap team/demo-files exists and belongs to Deployment web, so it is not controlled by this TrainJob;"
                                + " delete or rename one of them");
        assertThat(stored().getData()).containsEntry("key", "theirs");
    }

    @Test
    @DisplayName("an object without owner is refused too (GANG-45)")
    void refusesObjectsWithoutOwner() {
        ConfigMap unowned = map("theirs", owner("TrainJob", "demo", "1"));
        unowned.getMetadata().setOwnerReferences(List.of());
        await(api.create(unowned));

        assertThatThrownBy(() -> apply(Component.of(map("ours", owner("TrainJob", "demo", "1"))), true))
                .hasMessageContaining("exists and has no owner");
    }

    @Test
    @DisplayName("what is secret is made only when there is no such object, and once (SSH-10, SSH-16)")
    void contentIsMadeOnCreation() {
        AtomicInteger made = new AtomicInteger();
        Component component = Component.once(map("shown", owner("TrainJob", "demo", "1")), creation(made));

        assertThat(apply(component, false)).isEqualTo(ObjectApplier.Outcome.CREATED);
        assertThat(apply(component, false)).isEqualTo(ObjectApplier.Outcome.LEFT);

        assertThat(made).hasValue(1);
        assertThat(stored().getData()).containsEntry("key", "secret 1");
        assertThat(component.object())
                .as("nothing secret stays in memory")
                .isEqualTo(map("shown", owner("TrainJob", "demo", "1")));
    }

    @Test
    @DisplayName("whoever was faster wins: the object that is there is looked at, not replaced (SSH-11)")
    void fasterOneWins() {
        Creation slow = new Creation(
                object -> api.create(map("theirs first", owner("TrainJob", "demo", "1")))
                        .chain(faster -> Uni.createFrom().item(object)),
                new WarningEvent("Replaced", "again"),
                "Conflict");

        assertThat(apply(Component.once(map("shown", owner("TrainJob", "demo", "1")), slow), false))
                .isEqualTo(ObjectApplier.Outcome.LEFT);
        assertThat(stored().getData()).containsEntry("key", "theirs first");
    }

    @Test
    @DisplayName("an object of somebody else has an event of its own, and no secret is made (SSH-12)")
    void conflictHasAReason() {
        AtomicInteger made = new AtomicInteger();
        apply(Component.of(map("theirs", owner("Deployment", "web", "7"))), false);

        assertThatThrownBy(
                        () -> apply(Component.once(map("ours", owner("TrainJob", "demo", "1")), creation(made)), false))
                .isInstanceOfSatisfying(ForeignObjectException.class, foreign -> assertThat(foreign.reason())
                        .isEqualTo("Conflict"))
                .hasMessageContaining("belongs to Deployment web");
        assertThat(made).hasValue(0);
    }

    @Test
    @DisplayName("our own writes are known by their version, so that their events cause no pass")
    void ownWritesAreKnown() {
        apply(Component.of(map("one", owner("TrainJob", "demo", "1"))), false);
        ConfigMap written = stored();
        assertThat(versions.isOwn(written)).isTrue();

        apply(Component.of(map("two", owner("TrainJob", "demo", "1"))), false);
        assertThat(versions.isOwn(stored())).isTrue();
        assertThat(versions.isOwn(written)).isFalse();
    }

    private static Creation creation(AtomicInteger made) {
        return new Creation(
                object -> Uni.createFrom().item(() -> new ConfigMapBuilder((ConfigMap) object)
                        .addToData("key", "secret " + made.incrementAndGet())
                        .build()),
                new WarningEvent("Replaced", "again"),
                "Conflict");
    }

    @Test
    @DisplayName("an object that must not exist is deleted if it is ours, and only then (VOLC-17)")
    void deletesWhatMustNotExist() {
        Component absent = Component.absent(map("", owner("TrainJob", "demo", "1")));
        assertThat(apply(absent, true)).as("there is none").isEqualTo(ObjectApplier.Outcome.LEFT);

        ConfigMap theirs = map("theirs", owner("TrainJob", "demo", "2"));
        await(api.create(theirs));
        assertThat(apply(absent, true)).isEqualTo(ObjectApplier.Outcome.LEFT);
        assertThat(stored().getData()).containsEntry("key", "theirs");
        await(api.delete(ConfigMap.class, "team", "demo-files", Preconditions.of(stored())));

        apply(Component.of(map("ours", owner("TrainJob", "demo", "1"))), true);
        assertThat(apply(absent, true)).isEqualTo(ObjectApplier.Outcome.CHANGED);
        assertThat(await(api.get(ConfigMap.class, "team", "demo-files"))).isEmpty();
    }

    private ObjectApplier.Outcome apply(Component component, boolean suspended) {
        return await(applier.apply(component, suspended, Confirmation.NOT_NEEDED));
    }

    @Test
    @DisplayName("what the cache has not heard of is looked at, and never taken over (JOBSET-25)")
    void unknownObjectsAreNotTakenOver() {
        behind = true;
        ConfigMap ofNamesake = map("theirs", owner("TrainJob", "demo", "2"));
        await(api.create(ofNamesake));
        String version = stored().getMetadata().getResourceVersion();

        assertThat(apply(Component.of(map("ours", owner("TrainJob", "demo", "1"))), true))
                .isEqualTo(ObjectApplier.Outcome.WAITING);
        assertThat(stored().getMetadata().getResourceVersion()).isEqualTo(version);
        assertThat(stored().getMetadata().getOwnerReferences().get(0).getUid()).isEqualTo("2");
    }

    @Test
    @DisplayName("what the cache has not heard of and is ours is brought up to date (JOBSET-25)")
    void unknownObjectsOfOursAreChanged() {
        apply(Component.of(map("one", owner("TrainJob", "demo", "1"))), false);
        behind = true;

        assertThat(apply(Component.of(map("two", owner("TrainJob", "demo", "1"))), false))
                .isEqualTo(ObjectApplier.Outcome.CHANGED);
        assertThat(stored().getData()).containsEntry("key", "two");
    }

    @Test
    @DisplayName("an object is changed and deleted by uid and resourceVersion, and not in any other state (JOBSET-25)")
    void writesMeanAState() {
        apply(Component.of(map("one", owner("TrainJob", "demo", "1"))), false);
        for (Component change : List.of(
                Component.of(map("two", owner("TrainJob", "demo", "1"))),
                Component.absent(map("", owner("TrainJob", "demo", "1"))))) {
            String theirs = "theirs " + change.updatePolicy();
            boolean[] once = new boolean[1];
            api.addFaults(request -> {
                if (!once[0] && !request.isRead()) {
                    once[0] = true;
                    api.patch(ConfigMap.class, "team", "demo-files", "{data: {key: " + theirs + "}}");
                }
                return Optional.empty();
            });

            assertThatThrownBy(() -> apply(change, false)).isInstanceOf(StaleViewException.class);
            assertThat(stored().getData()).containsEntry("key", theirs);
            api.clearFaults();
        }
    }

    @Test
    @DisplayName("what the create said and nobody says any more goes away with the first change (JOBSET-15)")
    void leftoversOfTheCreateGo() {
        ConfigMap first = map("one", owner("TrainJob", "demo", "1"));
        first.getData().put("more", "gone soon");
        apply(Component.of(first), false);

        apply(Component.of(map("two", owner("TrainJob", "demo", "1"))), false);

        assertThat(stored().getData()).containsOnly(Map.entry("key", "two"));
    }

    @Test
    @DisplayName("nothing is created, changed or deleted for a TrainJob that is not what it seemed to be (JOBSET-25)")
    void nothingIsWrittenForAnOldView() {
        Component component = Component.of(map("one", owner("TrainJob", "demo", "1")));
        Confirmation refused = () -> Uni.createFrom().failure(new StaleViewException("it is gone"));
        assertThatThrownBy(() -> await(applier.apply(component, true, refused))).isInstanceOf(StaleViewException.class);
        assertThat(await(api.get(ConfigMap.class, "team", "demo-files"))).isEmpty();

        apply(component, true);
        ConfigMap before = stored();
        for (Component change : List.of(
                Component.of(map("two", owner("TrainJob", "demo", "1"))),
                Component.absent(map("", owner("TrainJob", "demo", "1"))))) {
            assertThatThrownBy(() -> await(applier.apply(change, true, refused)))
                    .isInstanceOf(StaleViewException.class);
        }
        assertThatThrownBy(() -> await(applier.deleteOthers(ConfigMap.class, "team", "1", Set.of(), refused)))
                .isInstanceOf(StaleViewException.class);
        assertThat(stored()).isEqualTo(before);
    }

    private ConfigMap stored() {
        return await(api.get(ConfigMap.class, "team", "demo-files")).orElseThrow();
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(Duration.ofSeconds(60));
    }

    private static ConfigMap map(String value, OwnerReference owner) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("team")
                .withName("demo-files")
                .withOwnerReferences(owner)
                .endMetadata()
                .addToData("key", value)
                .build();
    }

    private static OwnerReference owner(String kind, String name, String uid) {
        return new OwnerReferenceBuilder()
                .withApiVersion("trainer.kubeflow.org/v1alpha1")
                .withKind(kind)
                .withName(name)
                .withUid(uid)
                .withController(true)
                .build();
    }

    /** Reads through, without a cache. */
    private final class Reader implements CurrentObjects {
        @Override
        public <T extends HasMetadata> Uni<Optional<T>> find(Class<T> type, String namespace, String name) {
            return behind ? Uni.createFrom().item(Optional.empty()) : api.get(type, namespace, name);
        }

        @Override
        public <T extends HasMetadata> Uni<List<T>> list(Class<T> type, String namespace) {
            return api.list(type, namespace, Map.of());
        }
    }
}
