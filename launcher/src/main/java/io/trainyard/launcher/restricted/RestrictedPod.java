package io.trainyard.launcher.restricted;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes a pod one that the Pod Security level {@code restricted} takes, and changes no more of it: a user other than root that the pod names stays, and so do
 * its groups and a seccomp profile of its own. Where the pod names none, the user is one that images do not know, so it gets a home and a name. What a namespace
 * cannot take in any form, such as a folder of the machine, stays and is refused there. Pure.
 */
public final class RestrictedPod {
    /** Many images have a user 1000, as those for MPI do. */
    private static final int USER = 1000;

    /** That of the initializers, so that volumes do not change hands between them and the trainer. */
    private static final int VOLUME_GROUP = 65532;

    private static final String HOME = "trainyard-home";
    private static final String HOME_PATH = "/home/trainyard";
    private static final String CONTEXT = "securityContext";
    private static final String SECCOMP = "seccompProfile";

    /** The capability that the level lets a container keep. */
    private static final String BIND = "NET_BIND_SERVICE";

    private RestrictedPod() {}

    /** The pod, which is not changed itself. */
    public static Map<String, Object> of(Map<String, Object> podSpec) {
        Map<String, Object> pod = Tree.copy(podSpec);
        Map<String, Object> context = Tree.ensure(pod, CONTEXT);
        context.put("runAsNonRoot", true);
        context.putIfAbsent("fsGroup", VOLUME_GROUP);
        if (!confined(context)) {
            context.put(SECCOMP, Tree.of("type", "RuntimeDefault"));
        }
        List<Map<String, Object>> containers = new ArrayList<>(Tree.objects(pod, "initContainers"));
        containers.addAll(Tree.objects(pod, "containers"));
        containers.forEach(container -> restrict(Tree.ensure(container, CONTEXT)));
        if (!hasUser(context)) {
            containers.removeIf(container -> hasUser(Tree.child(container, CONTEXT)));
            addUserAndHome(pod, containers);
        }
        return pod;
    }

    private static void restrict(Map<String, Object> context) {
        context.put("allowPrivilegeEscalation", false);
        boolean binds = Tree.list(context, "capabilities", "add").contains(BIND);
        Map<String, Object> dropped = Tree.of("drop", List.of("ALL"));
        context.put("capabilities", binds ? Tree.with(dropped, "add", List.of(BIND)) : dropped);
        List.of("privileged", "procMount", "runAsNonRoot").forEach(context::remove);
        if (!hasUser(context)) {
            context.remove("runAsUser");
        }
        if (!confined(context)) {
            context.remove(SECCOMP);
        }
    }

    /** Gives containers without a user one. The image does not know it, so it has no home, and programs that ask for its name fail. */
    private static void addUserAndHome(Map<String, Object> pod, List<Map<String, Object>> containers) {
        Map<String, Object> context = Tree.ensure(pod, CONTEXT);
        context.remove("runAsUser");
        if (containers.isEmpty()) {
            return;
        }
        context.put("runAsUser", USER);
        context.putIfAbsent("runAsGroup", USER);
        add(pod, "volumes", Tree.of("name", HOME, "emptyDir", Tree.of()));
        for (Map<String, Object> container : containers) {
            add(container, "volumeMounts", Tree.of("name", HOME, "mountPath", HOME_PATH));
            new TreeMap<>(Map.of("HOME", HOME_PATH, "USER", "trainyard")).forEach((name, value) -> {
                if (Tree.objects(container, "env").stream().noneMatch(variable -> name.equals(variable.get("name")))) {
                    add(container, "env", Tree.of("name", name, "value", value));
                }
            });
        }
    }

    private static void add(Map<String, Object> tree, String list, Map<String, Object> item) {
        List<Object> items = new ArrayList<>(Tree.list(tree, list));
        items.add(item);
        tree.put(list, items);
    }

    private static boolean hasUser(Map<String, Object> context) {
        return Tree.integer(0, context, "runAsUser") > 0;
    }

    private static boolean confined(Map<String, Object> context) {
        String type = Tree.text(context, SECCOMP, "type");
        return type.equals("RuntimeDefault") || type.equals("Localhost");
    }
}
