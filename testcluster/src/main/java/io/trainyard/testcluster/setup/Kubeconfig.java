package io.trainyard.testcluster.setup;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * How a client reaches the API server as one user.
 *
 * @param server the API server's URL
 * @param certificate the certificate to trust, in PEM
 * @param user the user's name
 * @param token the user's bearer token
 */
public record Kubeconfig(String server, String certificate, String user, String token) {

    /** The text of a kubeconfig file. */
    public String yaml() {
        String authority = Base64.getEncoder().encodeToString(certificate.getBytes(StandardCharsets.US_ASCII));
        return """
                apiVersion: v1
                kind: Config
                current-context: testcluster
                clusters:
                - name: testcluster
                  cluster:
                    server: %s
                    certificate-authority-data: %s
                users:
                - name: %s
                  user:
                    token: %s
                contexts:
                - name: testcluster
                  context:
                    cluster: testcluster
                    user: %s
                """
                .formatted(server, authority, user, token, user);
    }

    /** Names no token. */
    @Override
    public String toString() {
        return user + " at " + server;
    }
}
