package io.trainyard.testcluster.setup;

/** Which requests the API server writes to its audit log. */
public final class AuditPolicy {

    private AuditPolicy() {}

    /** Every request of the subject and of the service accounts in the controller's own namespace, without its body; nobody else's. */
    public static String yaml() {
        return """
                apiVersion: audit.k8s.io/v1
                kind: Policy
                omitStages: [RequestReceived]
                rules:
                - level: Metadata
                  users: [%s]
                - level: Metadata
                  userGroups: ['system:serviceaccounts:kubeflow-system']
                - level: None
                """
                .formatted(User.SUBJECT.userName());
    }
}
