package io.trainyard.tck.scheduler;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import io.trainyard.spi.model.CustomObject;

/** The PodGroup of the scheduler. */
@Group("scheduling.acme.example")
@Version("v1")
@Kind("PodGroup")
@Plural("podgroups")
public final class AcmePodGroup extends CustomObject<AcmePodGroup.Spec, AcmePodGroup.Status> implements Namespaced {
    private static final long serialVersionUID = 1L;

    /** What it asks for. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Spec(int minMember, String lane) {}

    /** What the scheduler says. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Status(String waitingFor) {}
}
