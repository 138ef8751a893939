package io.trainyard.plugins.mpi;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What the merged template says of the pods of one pod set, beyond what the view shows.
 *
 * @param job the replicated job; empty when there is none
 * @param podSpec the spec of its pods; empty when there is none
 */
record PodTemplate(Map<String, Object> job, Map<String, Object> podSpec) {
    private static final String SECURITY_CONTEXT = "securityContext";

    static PodTemplate of(RuntimeInfo info, PodSet podSet) {
        Map<String, Object> job = named(Tree.objects(info.template(), "replicatedJobs"), podSet.name());
        return new PodTemplate(job, Tree.child(job, "template", "spec", "template", "spec"));
    }

    /** A regular container, by its name; empty when there is none. */
    Map<String, Object> container(String name) {
        return named(Tree.objects(podSpec, "containers"), name);
    }

    /** The user that a container runs as; empty when neither it nor its pod says. */
    OptionalLong user(String container) {
        OptionalLong own = number(container(container), "runAsUser");
        return own.isPresent() ? own : number(podSpec, "runAsUser");
    }

    /** True when a volume is made of that Secret. */
    boolean isOf(String volume, String secret) {
        return Tree.text(named(Tree.objects(podSpec, "volumes"), volume), "secret", "secretName")
                .equals(secret);
    }

    /** True when a container mounts that Secret. */
    boolean mounts(String secret) {
        return Tree.objects(podSpec, "containers").stream()
                .flatMap(container -> Tree.objects(container, "volumeMounts").stream())
                .anyMatch(mount -> isOf(Tree.text(mount, "name"), secret));
    }

    /** True when volumes get a group of their own. */
    boolean hasFsGroup() {
        return number(podSpec, "fsGroup").isPresent();
    }

    private static Map<String, Object> named(List<Map<String, Object>> objects, String name) {
        return objects.stream()
                .filter(object -> Tree.text(object, "name").equals(name))
                .findFirst()
                .orElseGet(Map::of);
    }

    private static OptionalLong number(Map<String, Object> tree, String field) {
        return Tree.at(tree, SECURITY_CONTEXT, field) instanceof Number number
                ? OptionalLong.of(number.longValue())
                : OptionalLong.empty();
    }
}
