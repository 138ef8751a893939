package io.trainyard.launcher.process;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

/** Who may read logs of nodes in the test cluster. */
public final class NodeLogReaders {
    private static final String BINDING =
            """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata: {name: test-node-logs}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: "system:kubelet-api-admin"}
            subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: "system:anonymous"}]
            """;

    private NodeLogReaders() {}

    /** Lets anybody read them: the API server of the test cluster has no client certificate for nodes. */
    public static void admitEverybody(KubernetesClient admin) {
        admin.load(new ByteArrayInputStream(BINDING.getBytes(StandardCharsets.UTF_8)))
                .serverSideApply();
    }
}
