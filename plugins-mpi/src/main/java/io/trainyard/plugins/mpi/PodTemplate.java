package io.trainyard.plugins.mpi;

import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.OptionalLong;

/**
 * What the merged template says of the pods of one pod set, beyond what the view shows.
 *
 * @param job the replicated job
 * @param podSpec the spec of its pods
 */
record PodTemplate(JsonTree job, JsonTree podSpec) {
    private static final String SECURITY_CONTEXT = "securityContext";

    static PodTemplate of(RuntimeInfo info, PodSet podSet) {
        JsonTree job = new JsonTree(info.template())
                .at("replicatedJobs").items().stream()
                        .filter(candidate -> candidate.text("name").equals(podSet.name()))
                        .findFirst()
                        .orElseGet(() -> new JsonTree(null));
        return new PodTemplate(job, job.at("template", "spec", "template", "spec"));
    }

    /** A regular container, by its name. */
    JsonTree container(String name) {
        return podSpec.at("containers").items().stream()
                .filter(container -> container.text("name").equals(name))
                .findFirst()
                .orElseGet(() -> new JsonTree(null));
    }

    /** The user that a container runs as; empty when neither it nor its pod says. */
    OptionalLong user(String container) {
        OptionalLong own = container(container).at(SECURITY_CONTEXT).number("runAsUser");
        return own.isPresent() ? own : podSpec.at(SECURITY_CONTEXT).number("runAsUser");
    }

    /** True when volumes get a group of their own. */
    boolean hasFsGroup() {
        return podSpec.at(SECURITY_CONTEXT).number("fsGroup").isPresent();
    }
}
