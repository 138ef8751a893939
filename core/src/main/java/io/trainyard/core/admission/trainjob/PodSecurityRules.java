package io.trainyard.core.admission.trainjob;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the Pod Security levels {@code baseline} and {@code restricted} refuse of pods: all that runtimes have to say or leave out for them, without the rare
 * fields, such as those for SELinux and kernel settings. What is found is refused by every Kubernetes release that we run on. Pure.
 */
public final class PodSecurityRules {
    /** The level under which users run without rights over the machine. */
    public static final String RESTRICTED = "restricted";

    private static final String BASELINE = "baseline";
    private static final String CONTEXT = "securityContext";
    private static final Set<String> ADDED_IN_BASELINE = Set.of(
            "AUDIT_WRITE",
            "CHOWN",
            "DAC_OVERRIDE",
            "FOWNER",
            "FSETID",
            "KILL",
            "MKNOD",
            "NET_BIND_SERVICE",
            "SETFCAP",
            "SETGID",
            "SETPCAP",
            "SETUID",
            "SYS_CHROOT");
    private static final Set<String> VOLUMES = Set.of(
            "configMap",
            "csi",
            "downwardAPI",
            "emptyDir",
            "ephemeral",
            "image",
            "persistentVolumeClaim",
            "projected",
            "secret");

    private final boolean restricted;
    private final Map<String, Object> pod;

    private PodSecurityRules(boolean restricted, Map<String, Object> pod) {
        this.restricted = restricted;
        this.pod = pod;
    }

    /**
     * What a pod would have to say, for each part of it that is wrong; empty where it is taken.
     *
     * @param level as the label of the namespace says it
     * @param podSpec the pod
     */
    public static List<String> problems(String level, Map<String, Object> podSpec) {
        boolean checked = level.equals(RESTRICTED) || level.equals(BASELINE);
        boolean windows = Tree.text(podSpec, "os", "name").equals("windows");
        return checked && !windows ? new PodSecurityRules(level.equals(RESTRICTED), podSpec).problems() : List.of();
    }

    private List<String> problems() {
        List<String> found = new ArrayList<>();
        for (String field : List.of("hostNetwork", "hostPID", "hostIPC")) {
            if (Tree.flag(pod, field)) {
                found.add("no " + field);
            }
        }
        for (Map<String, Object> volume : Tree.objects(pod, "volumes")) {
            boolean taken = restricted
                    ? volume.size() < 2 || volume.keySet().stream().anyMatch(VOLUMES::contains)
                    : !volume.containsKey("hostPath");
            if (!taken) {
                found.add("another kind of volume for " + volume.get("name"));
            }
        }
        for (String list : List.of("initContainers", "containers")) {
            for (Map<String, Object> container : Tree.objects(pod, list)) {
                List<String> missing = ofContainer(container);
                if (!missing.isEmpty()) {
                    found.add("in container " + container.get("name") + " " + String.join(", ", missing));
                }
            }
        }
        return List.copyOf(found);
    }

    private List<String> ofContainer(Map<String, Object> container) {
        List<String> missing = new ArrayList<>();
        if (Tree.flag(container, CONTEXT, "privileged")) {
            missing.add("privileged: false");
        }
        if (Tree.objects(container, "ports").stream().anyMatch(port -> Tree.integer(0, port, "hostPort") != 0)) {
            missing.add("no hostPort");
        }
        Set<String> addable = restricted ? Set.of("NET_BIND_SERVICE") : ADDED_IN_BASELINE;
        if (!addable.containsAll(Tree.list(container, CONTEXT, "capabilities", "add"))) {
            missing.add("fewer capabilities.add");
        }
        String seccomp = String.valueOf(setting(container, "seccompProfile", "type"));
        if (!restricted) {
            if (seccomp.equals("Unconfined")) {
                missing.add("seccompProfile.type: RuntimeDefault");
            }
            return missing;
        }
        if (!Boolean.FALSE.equals(Tree.at(container, CONTEXT, "allowPrivilegeEscalation"))) {
            missing.add("allowPrivilegeEscalation: false");
        }
        if (!Tree.list(container, CONTEXT, "capabilities", "drop").contains("ALL")) {
            missing.add("capabilities.drop: [ALL]");
        }
        // A user of a namespace of its own may be root in there.
        boolean ownUsers = Boolean.FALSE.equals(pod.get("hostUsers"));
        if (!ownUsers && !Boolean.TRUE.equals(setting(container, "runAsNonRoot"))) {
            missing.add("runAsNonRoot: true");
        }
        if (!ownUsers && setting(container, "runAsUser") instanceof Number user && user.longValue() == 0) {
            missing.add("another runAsUser than 0");
        }
        if (!seccomp.equals("RuntimeDefault") && !seccomp.equals("Localhost")) {
            missing.add("seccompProfile.type: RuntimeDefault");
        }
        return missing;
    }

    /** That of a container, or else that of its pod. */
    private Object setting(Map<String, Object> container, String... path) {
        Map<String, Object> own = Tree.child(container, CONTEXT);
        Object value = Tree.at(own.containsKey(path[0]) ? own : Tree.child(pod, CONTEXT), path);
        return value == null ? "" : value;
    }
}
