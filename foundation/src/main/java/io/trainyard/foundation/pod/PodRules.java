package io.trainyard.foundation.pod;

import io.trainyard.foundation.check.CheckedObject;
import io.trainyard.foundation.tree.Tree;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What Kubernetes refuses of a pod spec, in pods and in templates of pods: the mistakes that people make. Pure. */
public final class PodRules {
    /** The lists of a pod spec that hold containers. */
    static final List<String> CONTAINER_LISTS = List.of("initContainers", "containers");

    private static final List<String> OF_SIDECARS =
            List.of("lifecycle", "livenessProbe", "readinessProbe", "startupProbe");

    private final CheckedObject podSpec;
    private final Extent extent;
    private final Set<String> otherVolumes;

    /**
     * A check.
     *
     * @param otherVolumes names of volumes that others add to the pod
     */
    private PodRules(CheckedObject podSpec, Extent extent, Set<String> otherVolumes) {
        this.podSpec = podSpec;
        this.extent = extent;
        this.otherVolumes = otherVolumes;
    }

    /** Findings about a pod spec. */
    public static void check(CheckedObject podSpec, Extent extent) {
        check(podSpec, extent, Set.of());
    }

    /** Findings about a pod spec to whose pods others add volumes of these names. */
    static void check(CheckedObject podSpec, Extent extent, Set<String> otherVolumes) {
        new PodRules(podSpec, extent, otherVolumes).check();
    }

    /** Findings about what has variables, such as a container. */
    public static void ofVariables(CheckedObject owner) {
        ContainerRules.variableNames(owner);
        PodFields.VARIABLES.check(owner, true);
    }

    /** A finding about a pod without containers. */
    public static void containers(CheckedObject podSpec) {
        if (Tree.list(podSpec.tree(), "containers").isEmpty()) {
            podSpec.required("containers", "a pod needs at least one container");
        }
    }

    private void check() {
        if (extent != Extent.PART) {
            containers(podSpec);
        }
        Set<String> volumes = volumes();
        Set<Object> names = new HashSet<>();
        Set<Object> hostPorts = new HashSet<>();
        for (String list : CONTAINER_LISTS) {
            for (CheckedObject container : podSpec.list(list)) {
                if (extent != Extent.PART) {
                    container.name("container", names);
                }
                // Init containers run one by one, before all others.
                ContainerRules.check(
                        container, extent, volumes, list.equals("initContainers") ? new HashSet<>() : hostPorts);
                if (extent == Extent.WHOLE) {
                    claims(container.child("resources"));
                    devices(container);
                }
                if (Tree.flag(podSpec.tree(), "hostNetwork")) {
                    container.list("ports").stream()
                            .filter(port -> port.number("hostPort", 0) != 0
                                    && port.number("hostPort", 0) != port.number("containerPort", 0))
                            .forEach(port -> port.invalid("hostPort", "must be the containerPort with hostNetwork"));
                }
            }
        }
        podSpec.label("hostname");
        podSpec.between("activeDeadlineSeconds", 1, Integer.MAX_VALUE);
        if (podSpec.text("dnsPolicy").equals("None")
                && Tree.list(podSpec.tree(), "dnsConfig", "nameservers").isEmpty()) {
            podSpec.child("dnsConfig").required("nameservers", "dnsPolicy None needs at least one name server");
        }
        PodFields.POD.check(podSpec, extent == Extent.WHOLE);
        for (CheckedObject container : podSpec.list("initContainers")) {
            if (!container.text("restartPolicy").equals("Always")) {
                OF_SIDECARS.stream()
                        .filter(container::has)
                        .forEach(field ->
                                container.forbidden(field, "an init container has it only with restartPolicy Always"));
            }
        }
        profiles();
        podSpec.list("schedulingGates").forEach(gate -> MetadataRules.labelKey(gate, "name"));
        podSpec.list("readinessGates").forEach(gate -> MetadataRules.labelKey(gate, "conditionType"));
        MetadataRules.labels(podSpec.child("nodeSelector").tree(), podSpec.path("nodeSelector"), podSpec.findings());
        ResourceRules.ofPod(podSpec, extent);
        SchedulingRules.check(podSpec);
    }

    private void claims(CheckedObject resources) {
        List<String> known = podSpec.list("resourceClaims").stream()
                .map(claim -> claim.text("name"))
                .toList();
        resources.list("claims").stream()
                .filter(claim -> !known.contains(claim.text("name")))
                .forEach(claim -> claim.invalid("name", "must be one of the pod's resourceClaims"));
    }

    private void devices(CheckedObject container) {
        for (CheckedObject device : container.list("volumeDevices")) {
            String name = device.text("name");
            if (container.list("volumeMounts").stream()
                    .anyMatch(mount -> mount.text("name").equals(name))) {
                device.invalid("name", "must not be mounted by the same container, too");
            } else if (podSpec.list("volumes").stream()
                    .noneMatch(volume -> volume.text("name").equals(name)
                            && (volume.has("persistentVolumeClaim") || volume.has("ephemeral")))) {
                device.invalid("name", "must be a volume with persistentVolumeClaim or ephemeral");
            }
        }
    }

    private void profiles() {
        Stream.concat(Stream.of(podSpec), CONTAINER_LISTS.stream().flatMap(list -> podSpec.list(list).stream()))
                .flatMap(owner -> Stream.of("seccompProfile", "appArmorProfile")
                        .map(profile -> owner.child("securityContext", profile)))
                .forEach(profile -> {
                    boolean local = profile.text("type").equals("Localhost");
                    if (local && profile.text("localhostProfile").isEmpty()) {
                        profile.required("localhostProfile", "the type Localhost needs it");
                    } else if (!local && profile.has("localhostProfile")) {
                        profile.invalid("localhostProfile", "only the type Localhost has it");
                    }
                });
    }

    private Set<String> volumes() {
        Set<Object> names = new HashSet<>();
        Set<String> known = new HashSet<>(otherVolumes);
        for (CheckedObject volume : podSpec.list("volumes")) {
            volume.name("volume", names);
            known.add(volume.text("name"));
            List<String> sources = volume.tree().keySet().stream()
                    .filter(field -> !field.equals("name") && volume.has(field))
                    .toList();
            if (sources.size() > 1) {
                volume.forbidden(
                        sources.get(1), "a volume has one source, and this one has " + String.join(" and ", sources));
            }
        }
        return known;
    }
}
