package io.trainyard.launcher.gang;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.plugins.coscheduling.CoschedulingPlugin;
import io.trainyard.plugins.kai.KaiPlugin;
import io.trainyard.plugins.volcano.VolcanoPlugin;
import io.trainyard.spi.ObjectReader;
import io.trainyard.spi.PluginContext;
import io.trainyard.spi.extension.EnforcePodGroupPolicy;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A gang scheduler: its plugin, and what of a pod and of a PodGroup it looks at. */
enum Scheduler {
    COSCHEDULING("coscheduling", CoschedulingPlugin::new, "labels", "scheduling.x-k8s.io/pod-group", false, false),
    VOLCANO("volcano", VolcanoPlugin::new, "annotations", "scheduling.k8s.io/group-name", true, true),
    KAI("kai", KaiPlugin::new, "annotations", "pod-group-name", true, false);

    private final String member;
    private final Supplier<EnforcePodGroupPolicy> maker;
    private final String[] mark;
    private final boolean groupsEveryPod;
    private final boolean countsFinishedPods;

    Scheduler(
            String member,
            Supplier<EnforcePodGroupPolicy> maker,
            String place,
            String key,
            boolean groupsEveryPod,
            boolean countsFinishedPods) {
        this.member = member;
        this.maker = maker;
        this.mark = new String[] {"template", "spec", "template", "metadata", place, key};
        this.groupsEveryPod = groupsEveryPod;
        this.countsFinishedPods = countsFinishedPods;
    }

    /** The member of {@code podGroupPolicy} that selects it. */
    String member() {
        return member;
    }

    /** Whether pods that are scheduled one by one have a group, too. */
    boolean groupsEveryPod() {
        return groupsEveryPod;
    }

    /** Whether a pod that has succeeded still counts for its group. */
    boolean countsFinishedPods() {
        return countsFinishedPods;
    }

    /** Its plugin, started where there is no cluster. */
    EnforcePodGroupPolicy plugin() {
        EnforcePodGroupPolicy plugin = maker.get();
        plugin.start(new NoCluster());
        return plugin;
    }

    /** Name of the PodGroup to which the pods of a replicated job say that they belong. */
    Optional<String> group(Map<String, Object> replicatedJob) {
        return Tree.string(replicatedJob, mark);
    }

    private record NoCluster() implements PluginContext, ObjectReader {
        @Override
        public Clock clock() {
            return Clock.systemUTC();
        }

        @Override
        public Map<String, Object> configuration() {
            return Map.of();
        }

        @Override
        public ObjectReader objects() {
            return this;
        }

        @Override
        public <T extends HasMetadata> Uni<Optional<T>> find(Class<T> type, String namespace, String name) {
            return Uni.createFrom().item(Optional.empty());
        }

        @Override
        public <T extends HasMetadata> Uni<List<T>> list(Class<T> type, String namespace) {
            return Uni.createFrom().item(List.of());
        }
    }
}
