package io.trainyard.foundation.pod;

import io.trainyard.foundation.check.CheckedObject;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.tree.Tree;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What Kubernetes refuses of a container. One check of one container. */
final class ContainerRules {
    private static final int MAX_PORT = 65_535;
    private static final LinearPattern LETTER = LinearPattern.of("[a-z]");
    private static final LinearPattern PORT_NAME = LinearPattern.of("[a-z0-9]([-a-z0-9]{0,13}[a-z0-9])?");
    private static final LinearPattern VARIABLE = LinearPattern.of("[ -<>-~]+");
    private static final List<String> PROBES = List.of("livenessProbe", "readinessProbe", "startupProbe");

    private final CheckedObject container;
    private final Extent extent;

    private ContainerRules(CheckedObject container, Extent extent) {
        this.container = container;
        this.extent = extent;
    }

    /**
     * Findings about a container.
     *
     * @param volumes names of the volumes of its pod
     * @param hostPorts ports of the node that containers before it take; its own are added
     */
    static void check(CheckedObject container, Extent extent, Set<String> volumes, Set<Object> hostPorts) {
        ContainerRules rules = new ContainerRules(container, extent);
        if (extent == Extent.WHOLE && container.text("image").isEmpty()) {
            container.required("image", "every container needs an image");
        }
        if (extent == Extent.WHOLE
                && !container.text("image").equals(container.text("image").strip())) {
            container.invalid("image", "must have no space around it");
        }
        rules.ports(hostPorts);
        rules.variables();
        variableNames(container);
        PodFields.VARIABLES.check(container, extent == Extent.WHOLE);
        PodFields.CONTAINER.check(container, extent == Extent.WHOLE);
        rules.mounts(volumes);
        rules.handlers();
        rules.privileges();
    }

    private void ports(Set<Object> hostPorts) {
        Set<Object> numbers = new HashSet<>();
        Set<Object> names = new HashSet<>();
        for (CheckedObject port : container.list("ports")) {
            String protocol = port.text("protocol").isEmpty() ? "TCP" : port.text("protocol");
            if (!port.has("containerPort")) {
                port.required("containerPort", "must be between 1 and " + MAX_PORT);
            } else if (port.between("containerPort", 1, MAX_PORT)) {
                port.unique("containerPort", protocol + port.number("containerPort", 0), numbers);
            }
            long host = port.number("hostPort", 0);
            if (host != 0 && port.between("hostPort", 1, MAX_PORT)) {
                port.unique("hostPort", protocol + port.text("hostIP") + " " + host, hostPorts);
            }
            String name = port.text("name");
            if (!name.isEmpty() && !isPortName(name)) {
                port.invalid(
                        "name", "must be at most 15 small letters, digits and single '-', with at least one letter");
            } else if (!name.isEmpty()) {
                port.unique("name", name, names);
            }
        }
    }

    private void variables() {
        for (CheckedObject variable : container.list("env")) {
            if (variable.text("name").isEmpty()) {
                variable.required("name", "every variable needs a name");
            }
            if (!variable.text("value").isEmpty() && variable.has("valueFrom")) {
                variable.invalid("valueFrom", "may not be set together with a value");
            }
        }
    }

    static void variableNames(CheckedObject owner) {
        for (CheckedObject variable : owner.list("env")) {
            if (!variable.text("name").isEmpty() && !VARIABLE.matches(variable.text("name"))) {
                variable.invalid("name", "must be printable ASCII characters other than '='");
            }
        }
    }

    private void mounts(Set<String> volumes) {
        Set<Object> paths = new HashSet<>();
        for (CheckedObject mount : container.list("volumeMounts")) {
            String path = mount.text("mountPath");
            if (extent == Extent.WHOLE && !volumes.contains(mount.text("name"))) {
                mount.invalid("name", "must be the name of a volume of this pod");
            }
            if (path.isEmpty()) {
                mount.required("mountPath", "every mount needs a path");
            } else {
                mount.unique("mountPath", path, paths);
            }
            if (extent == Extent.PART) {
                continue;
            }
            if (mount.text("mountPropagation").equals("Bidirectional") && !isPrivileged()) {
                mount.forbidden("mountPropagation", "only a privileged container can have Bidirectional");
            }
            if (List.of("Enabled", "IfPossible").contains(mount.text("recursiveReadOnly"))
                    && !Tree.flag(mount.tree(), "readOnly")) {
                mount.forbidden("recursiveReadOnly", "needs readOnly: true");
            }
        }
    }

    private void handlers() {
        PROBES.forEach(probe -> ports(container.child(probe)));
        ports(container.child("lifecycle", "postStart"));
        ports(container.child("lifecycle", "preStop"));
    }

    private static void ports(CheckedObject handler) {
        for (String kind : List.of("httpGet", "tcpSocket")) {
            CheckedObject request = handler.child(kind);
            request.between("port", 1, MAX_PORT);
            if (!request.text("port").isEmpty() && !isPortName(request.text("port"))) {
                request.invalid("port", "must be a number or the name of a port");
            }
        }
        handler.child("grpc").between("port", 1, MAX_PORT);
    }

    private static boolean isPortName(String name) {
        return PORT_NAME.matches(name) && LETTER.isFoundIn(name) && !name.contains("--");
    }

    private boolean isPrivileged() {
        return Tree.flag(container.tree(), "securityContext", "privileged");
    }

    private void privileges() {
        boolean never = Boolean.FALSE.equals(Tree.at(container.tree(), "securityContext", "allowPrivilegeEscalation"));
        boolean administrator = Tree.list(container.tree(), "securityContext", "capabilities", "add")
                .contains("CAP_SYS_ADMIN");
        if (never && (isPrivileged() || administrator)) {
            container
                    .child("securityContext")
                    .invalid(
                            "allowPrivilegeEscalation",
                            "cannot be false in a container that is privileged or has CAP_SYS_ADMIN");
        }
    }
}
