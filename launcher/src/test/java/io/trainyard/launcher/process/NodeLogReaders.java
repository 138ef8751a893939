package io.trainyard.launcher.process;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/** Who may read logs of nodes in the test cluster, and get into their pods. */
public final class NodeLogReaders {
    private static final String BINDING =
            """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata: {name: test-node-logs}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: "system:kubelet-api-admin"}
            subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: "system:anonymous"}]
            """;

    private static final String API_SERVER =
            """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata: {name: test-kubelet-client}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: "system:kubelet-api-admin"}
            subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: trainyard-testcluster}]
            """;

    private NodeLogReaders() {}

    /**
     * Lets the API server do everything, as kubeadm does, and nobody else.
     *
     * @param folder gets the file
     * @return the authority of its certificate for nodes
     */
    public static Path admitTheApiServer(KubernetesClient admin, Path folder) throws IOException {
        admin.load(new ByteArrayInputStream(API_SERVER.getBytes(StandardCharsets.UTF_8)))
                .serverSideApply();
        return Files.write(
                folder.resolve("kubelet-client-ca.crt"),
                Base64.getDecoder().decode(admin.getConfiguration().getCaCertData()));
    }

    /** Lets anybody read logs, of nodes that ask for no certificate. */
    public static void admitEverybody(KubernetesClient admin) {
        admin.load(new ByteArrayInputStream(BINDING.getBytes(StandardCharsets.UTF_8)))
                .serverSideApply();
    }
}
