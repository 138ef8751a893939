package io.trainyard.core.why;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.trainyard.foundation.name.DnsName;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The PodGroup that a pod belongs to, as its marks say. Pure.
 *
 * @param scheduler who places it
 * @param podGroup name of the PodGroup
 */
public record GangMembership(Scheduler scheduler, String podGroup) {
    /** The gang schedulers whose marks are known. */
    public enum Scheduler {
        VOLCANO("scheduling.volcano.sh", "scheduling.k8s.io/group-name"),
        KAI("scheduling.run.ai", "pod-group-name"),
        COSCHEDULING("scheduling.x-k8s.io", "scheduling.x-k8s.io/pod-group");

        private final String group;
        private final String mark;

        Scheduler(String group, String mark) {
            this.group = group;
            this.mark = mark;
        }

        /** The group of its API. */
        String group() {
            return group;
        }

        /** Its queues, as kubectl takes them. */
        String queues() {
            return "queues." + group;
        }

        /** Its PodGroups, as kubectl takes them. */
        String podGroups() {
            return "podgroups." + group;
        }
    }

    /** The gang of a pod; empty when it has no mark of a known scheduler that names an object: an annotation may be any text. */
    public static Optional<GangMembership> of(Pod pod) {
        ObjectMeta metadata = pod.getMetadata();
        Map<String, String> annotations = metadata.getAnnotations() == null ? Map.of() : metadata.getAnnotations();
        Map<String, String> labels = metadata.getLabels() == null ? Map.of() : metadata.getLabels();
        return Stream.of(Scheduler.values())
                .flatMap(scheduler -> Stream.ofNullable(
                                scheduler == Scheduler.COSCHEDULING
                                        ? labels.get(scheduler.mark)
                                        : annotations.get(scheduler.mark))
                        .filter(DnsName::isSubdomain)
                        .map(name -> new GangMembership(scheduler, name)))
                .findFirst();
    }
}
