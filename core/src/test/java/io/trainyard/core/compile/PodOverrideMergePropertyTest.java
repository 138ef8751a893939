package io.trainyard.core.compile;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.fixture.Manifests;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.overrides.PodOverride;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What holds for any override of any replicated job (PIPE-35, PIPE-38, PIPE-39). */
final class PodOverrideMergePropertyTest {
    private static final PodOverride.Part NOTHING = new PodOverride.Part("", Map.of());

    @Property(tries = 300, seed = "20260101")
    void theSecondTimeChangesNothing(@ForAll long seed) {
        Given given = new Given(seed);
        Map<String, Object> once = given.merge(given.job());
        assertThat(given.merge(once)).isEqualTo(once);
    }

    @Property(tries = 300, seed = "20260101")
    void containersAreTheSameOnesInTheSameOrder(@ForAll long seed) {
        Given given = new Given(seed);
        Map<String, Object> merged = PodTrees.podSpec(given.merge(given.job()));
        for (String list : List.of("containers", "initContainers")) {
            assertThat(names(merged, list)).isEqualTo(names(PodTrees.podSpec(given.job()), list));
        }
    }

    @Property(tries = 300, seed = "20260101")
    void noVariableAndNoVolumeHasTwoSources(@ForAll long seed) {
        Given given = new Given(seed);
        Map<String, Object> merged = PodTrees.podSpec(given.merge(given.job()));
        assertThat(Tree.objects(merged, "volumes"))
                .allSatisfy(volume -> assertThat(volume).hasSize(2));
        assertThat(Tree.objects(merged, "containers")).allSatisfy(container -> {
            List<Object> names = names(container, "env");
            assertThat(new HashSet<>(names)).hasSameSizeAs(names);
            assertThat(Tree.objects(container, "env"))
                    .allSatisfy(variable -> assertThat(variable).hasSize(2));
        });
    }

    @Property(tries = 300, seed = "20260101")
    void nothingGoesAway(@ForAll long seed) {
        Given given = new Given(seed);
        Map<String, Object> before = PodTrees.podSpec(given.job());
        Map<String, Object> merged = PodTrees.podSpec(given.merge(given.job()));
        assertThat(merged.keySet()).containsAll(before.keySet());
        for (String list : List.of("volumes", "imagePullSecrets", "schedulingGates")) {
            assertThat(names(merged, list)).containsAll(names(before, list));
        }
    }

    @Property(tries = 300, seed = "20260101")
    void theReplicatedJobIsNotChanged(@ForAll long seed) {
        Given given = new Given(seed);
        Map<String, Object> before = Manifests.copy(given.job());
        given.merge(given.job());
        assertThat(given.job()).isEqualTo(before);
    }

    private static List<Object> names(Map<String, Object> owner, String list) {
        List<Object> names = new ArrayList<>();
        Tree.objects(owner, list).forEach(item -> names.add(item.get("name")));
        return names;
    }

    /**
     * A replicated job and an override of containers that it has.
     *
     * @param job the replicated job
     * @param override the override
     */
    private record Given(Map<String, Object> job, PodOverride override) {
        Given(long seed) {
            this(new RandomPatches(seed));
        }

        private Given(RandomPatches random) {
            this(random.template(), random.patch());
        }

        private Given(Map<String, Object> template, Map<String, Object> patch) {
            this(
                    Map.of("name", "node", "template", Map.of("spec", Map.of("template", template))),
                    new PodOverride(
                            PodOverride.Source.POD_TEMPLATE_OVERRIDES,
                            "node",
                            "",
                            NOTHING,
                            new PodOverride.Part("", Tree.child(patch, "metadata")),
                            new PodOverride.Part("", known(Tree.child(patch, "spec"), Tree.child(template, "spec"))),
                            false));
        }

        Map<String, Object> merge(Map<String, Object> replicatedJob) {
            return new PodOverrideMerge(override, null).into(replicatedJob);
        }

        /** Containers that do not exist were refused before. Variables that change their kind, and volumes of a new kind, are let in. */
        private static Map<String, Object> known(Map<String, Object> patch, Map<String, Object> podSpec) {
            Map<String, Object> known = new LinkedHashMap<>(patch);
            for (String list : List.of("containers", "initContainers")) {
                List<Object> names = names(podSpec, list);
                List<Object> kept = new ArrayList<>(Tree.objects(patch, list));
                kept.removeIf(container -> !names.contains(Tree.at(container, "name")));
                known.put(list, kept);
            }
            List<Object> volumes = new ArrayList<>();
            Tree.objects(patch, "volumes")
                    .forEach(volume -> volumes.add(
                            volume.get("name").equals("v1")
                                    ? Map.of("name", "v1", "hostPath", Map.of("path", "/x"))
                                    : volume));
            known.put("volumes", volumes);
            return known;
        }
    }
}
