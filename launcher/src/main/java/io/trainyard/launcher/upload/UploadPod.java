package io.trainyard.launcher.upload;

import io.fabric8.kubernetes.api.model.Pod;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.restricted.RestrictedPod;
import io.trainyard.spi.model.RuntimeResource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The pod that mounts a claim and waits for code: it may run where the trainer may, with its image and as its user, unless that is root: every namespace takes
 * it. Pure.
 */
final class UploadPod {
    private static final String LABEL = "trainyard.dev/code-upload";

    static final String CONTAINER = "receive";

    /** Where the claim is mounted; programs that run in the container are told so by a variable. */
    private static final String MOUNT_PATH = "/trainyard/claim";

    /** It ends by itself then, whatever has become of the one who has made it. */
    static final long DEADLINE_SECONDS = 3600;

    private static final int MAX_LABEL = 63;
    private static final String STEP = "trainer.kubeflow.org/trainjob-ancestor-step";
    private static final List<String> POD_FIELDS = List.of(
            "nodeSelector",
            "tolerations",
            "affinity",
            "imagePullSecrets",
            "securityContext",
            "runtimeClassName",
            "serviceAccountName");
    private static final List<String> CONTAINER_FIELDS = List.of("imagePullPolicy", "securityContext");

    /** How long what was half received may take to be removed, when somebody stops an upload. */
    private static final long GRACE_SECONDS = 30;

    private UploadPod() {}

    /**
     * The pod, which gets its name from the API server.
     *
     * @param claim name of the claim
     * @param image of its container; empty for that of the trainer
     * @param trainJob as a tree
     * @param runtime that it names
     */
    static Pod of(
            String namespace,
            String claim,
            Optional<String> image,
            Map<String, Object> trainJob,
            RuntimeResource runtime) {
        Map<String, Object> trainer = trainer(TreeConversion.toTree(runtime));
        Map<String, Object> spec = new LinkedHashMap<>(Tree.of(
                "restartPolicy",
                "Never",
                "activeDeadlineSeconds",
                DEADLINE_SECONDS,
                "terminationGracePeriodSeconds",
                GRACE_SECONDS,
                "automountServiceAccountToken",
                false));
        copy(trainer, spec, POD_FIELDS);
        spec.put("volumes", List.of(Tree.of("name", "claim", "persistentVolumeClaim", Tree.of("claimName", claim))));
        spec.put("containers", List.of(container(trainer, image(image, trainJob, trainer))));
        spec = RestrictedPod.of(spec);
        return TreeConversion.toObject(
                Tree.of(
                        "apiVersion",
                        "v1",
                        "kind",
                        "Pod",
                        "metadata",
                        Tree.of(
                                "generateName",
                                "trainyard-upload-",
                                "namespace",
                                namespace,
                                "labels",
                                Tree.object(labels(claim))),
                        "spec",
                        spec),
                Pod.class);
    }

    /** The labels of all pods of this kind for a claim; a value has less room than a name. */
    static Map<String, String> labels(String claim) {
        return Map.of(LABEL, claim.length() > MAX_LABEL ? "" : claim);
    }

    /** The user and the group that a pod of this kind writes as, in words. */
    static String user(Pod pod) {
        Map<String, Object> spec = Tree.child(TreeConversion.toTree(pod), "spec");
        Map<String, Object> ofPod = Tree.child(spec, "securityContext");
        Object own = Tree.at(firstContainer(spec), "securityContext", "runAsUser");
        return "user " + (own == null ? ofPod.get("runAsUser") : own) + " in group " + ofPod.get("fsGroup");
    }

    private static Map<String, Object> container(Map<String, Object> trainer, String image) {
        Map<String, Object> container = new LinkedHashMap<>(Tree.of("name", CONTAINER, "image", image));
        copy(firstContainer(trainer), container, CONTAINER_FIELDS);
        container.put("command", ReceiveScript.hold(DEADLINE_SECONDS));
        container.put(
                "env",
                List.of(
                        Tree.of("name", ReceiveScript.CLAIM, "value", MOUNT_PATH),
                        Tree.of(
                                "name",
                                ReceiveScript.POD,
                                "valueFrom",
                                Tree.of("fieldRef", Tree.of("fieldPath", "metadata.name")))));
        container.put("volumeMounts", List.of(Tree.of("name", "claim", "mountPath", MOUNT_PATH)));
        container.put(
                "resources",
                // Both, and alike: a quota may ask for both, and a LimitRange may bound the ratio.
                Tree.of(
                        "requests", Tree.of("cpu", "500m", "memory", "512Mi"),
                        "limits", Tree.of("cpu", "500m", "memory", "512Mi")));
        return container;
    }

    private static String image(Optional<String> wanted, Map<String, Object> trainJob, Map<String, Object> trainer) {
        String ofJob = Tree.text(trainJob, "spec", "trainer", "image");
        return wanted.orElse(ofJob.isEmpty() ? Tree.text(firstContainer(trainer), "image") : ofJob);
    }

    private static void copy(Map<String, Object> from, Map<String, Object> to, List<String> fields) {
        for (String field : fields) {
            Object value = from.get(field);
            if (value != null) {
                to.put(field, value);
            }
        }
    }

    private static Map<String, Object> firstContainer(Map<String, Object> pod) {
        return Tree.objects(pod, "containers").stream()
                .filter(container -> "node".equals(container.get("name")))
                .findFirst()
                .or(() -> Tree.objects(pod, "containers").stream().findFirst())
                .orElse(Map.of());
    }

    /** The pod that trains, as the runtime has it. */
    private static Map<String, Object> trainer(Map<String, Object> runtime) {
        List<Map<String, Object>> jobs =
                new ArrayList<>(Tree.objects(runtime, "spec", "template", "spec", "replicatedJobs"));
        return jobs.stream()
                .filter(job -> "trainer"
                        .equals(Tree.child(job, "template", "metadata", "labels")
                                .get(STEP)))
                .findFirst()
                .or(() -> jobs.stream()
                        .filter(job -> "node".equals(job.get("name")))
                        .findFirst())
                .map(job -> Tree.child(job, "template", "spec", "template", "spec"))
                .orElse(Map.of());
    }

    /** Whether a pod is one of this kind that nobody needs any more: it has ended, or has been there for longer than any lives. */
    static boolean isLeftOver(Pod pod, Instant now) {
        Map<String, String> labels = pod.getMetadata().getLabels();
        if (labels == null || !labels.containsKey(LABEL)) {
            return false;
        }
        String phase =
                pod.getStatus() == null ? "" : String.valueOf(pod.getStatus().getPhase());
        Instant created = Instant.parse(pod.getMetadata().getCreationTimestamp());
        return phase.equals("Failed")
                || phase.equals("Succeeded")
                || created.plusSeconds(2 * DEADLINE_SECONDS).isBefore(now);
    }
}
