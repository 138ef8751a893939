package io.trainyard.local.api.kinds;

import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;

/** What a pod specification has when its author does not say otherwise; the same in pods and in templates of pods. */
final class PodDefaults {
    private PodDefaults() {}

    static void apply(Map<String, Object> spec) {
        spec.putIfAbsent("restartPolicy", "Always");
        spec.putIfAbsent("dnsPolicy", "ClusterFirst");
        spec.putIfAbsent("terminationGracePeriodSeconds", 30L);
        spec.putIfAbsent("schedulerName", "default-scheduler");
        spec.putIfAbsent("securityContext", Tree.of());
        mirrorAccount(spec);
        for (String field : List.of("initContainers", "containers", "ephemeralContainers")) {
            Tree.objects(spec, field).forEach(PodDefaults::applyToContainer);
        }
        Tree.objects(spec, "volumes").forEach(VolumeDefaults::apply);
    }

    /** The field has an old name too, and both always say the same. */
    private static void mirrorAccount(Map<String, Object> spec) {
        String account = Tree.text(spec, "serviceAccountName");
        if (account.isEmpty()) {
            account = Tree.text(spec, "serviceAccount");
        }
        if (!account.isEmpty()) {
            spec.put("serviceAccountName", account);
            spec.put("serviceAccount", account);
        }
    }

    private static void applyToContainer(Map<String, Object> container) {
        container.putIfAbsent("terminationMessagePath", "/dev/termination-log");
        container.putIfAbsent("terminationMessagePolicy", "File");
        container.putIfAbsent("imagePullPolicy", pullPolicy(Tree.text(container, "image")));
        container.putIfAbsent("resources", Tree.of());
        for (Map<String, Object> variable : Tree.objects(container, "env")) {
            // An empty value is the same as none, and is not kept.
            variable.remove("value", "");
            applyToFieldReference(Tree.child(variable, "valueFrom", "fieldRef"));
        }
        for (String probe : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
            if (container.get(probe) instanceof Map<?, ?> map) {
                applyToProbe(Tree.object(map));
            }
        }
        applyToHttp(Tree.child(container, "lifecycle", "postStart", "httpGet"));
        applyToHttp(Tree.child(container, "lifecycle", "preStop", "httpGet"));
    }

    /** Images that may change under their name are asked for each time. */
    private static String pullPolicy(String image) {
        String name = image.substring(image.lastIndexOf('/') + 1);
        boolean fixed = image.contains("@") || (name.contains(":") && !name.endsWith(":latest"));
        return fixed ? "IfNotPresent" : "Always";
    }

    private static void applyToProbe(Map<String, Object> probe) {
        probe.putIfAbsent("timeoutSeconds", 1L);
        probe.putIfAbsent("periodSeconds", 10L);
        probe.putIfAbsent("successThreshold", 1L);
        probe.putIfAbsent("failureThreshold", 3L);
        applyToHttp(Tree.child(probe, "httpGet"));
        if (probe.get("grpc") instanceof Map<?, ?> grpc) {
            Tree.object(grpc).putIfAbsent("service", "");
        }
    }

    private static void applyToHttp(Map<String, Object> action) {
        if (!action.isEmpty()) {
            action.putIfAbsent("path", "/");
            action.putIfAbsent("scheme", "HTTP");
        }
    }

    static void applyToFieldReference(Map<String, Object> reference) {
        if (!reference.isEmpty()) {
            reference.putIfAbsent("apiVersion", "v1");
        }
    }
}
