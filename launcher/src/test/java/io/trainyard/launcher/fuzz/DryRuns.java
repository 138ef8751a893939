package io.trainyard.launcher.fuzz;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import java.util.Map;

/** Creates objects in a real API server so that nothing stays. Blocks; safe on any thread. */
final class DryRuns {
    private static final Map<String, String> PLURALS = Map.of(
            "TrainJob", "trainjobs",
            "TrainingRuntime", "trainingruntimes",
            "ClusterTrainingRuntime", "clustertrainingruntimes",
            "JobSet", "jobsets",
            "Job", "jobs",
            "Pod", "pods",
            "Service", "services",
            "Secret", "secrets",
            "ConfigMap", "configmaps",
            "PersistentVolumeClaim", "persistentvolumeclaims");

    private final KubernetesClient client;

    DryRuns(KubernetesClient client) {
        this.client = client;
    }

    /** Whether the API server has this kind; not where it is an add-on's. */
    static boolean knows(Map<String, Object> object) {
        return PLURALS.containsKey(Tree.text(object, "kind"));
    }

    /**
     * What the API server would store.
     *
     * @throws RefusedException when it would not
     */
    Map<String, Object> create(Map<String, Object> object) throws RefusedException {
        return create(object, "Ignore");
    }

    /** As kubectl does it: a field that is unknown is refused. */
    Map<String, Object> createAsUser(Map<String, Object> object) throws RefusedException {
        return create(object, "Strict");
    }

    private Map<String, Object> create(Map<String, Object> object, String fieldValidation) throws RefusedException {
        String version = Tree.text(object, "apiVersion");
        String kind = Tree.text(object, "kind");
        String namespace = kind.startsWith("Cluster") ? "" : "/namespaces/" + Corpus.NAMESPACE;
        String path = (version.contains("/") ? "/apis/" : "/api/") + version + namespace + "/" + PLURALS.get(kind)
                + "?dryRun=All&fieldValidation=" + fieldValidation;
        try {
            return Json.parseObject(client.raw(path, "POST", Json.text(object)));
        } catch (KubernetesClientException e) {
            String reason =
                    e.getStatus() == null ? "" : String.valueOf(e.getStatus().getReason());
            String message = e.getStatus() == null
                    ? e.toString()
                    : String.valueOf(e.getStatus().getMessage());
            throw new RefusedException(kind, e.getCode(), reason, message);
        }
    }

    /** The API server's words for what it does not take. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1;

        final String kind;
        final int code;
        final String reason;

        RefusedException(String kind, int code, String reason, String message) {
            super(message);
            this.kind = kind;
            this.code = code;
            this.reason = reason;
        }

        /** Whether the object itself is wrong, not the time or the sender. */
        boolean isInvalid() {
            return code == 422 || code == 400 || kind.equals("JobSet");
        }
    }
}
