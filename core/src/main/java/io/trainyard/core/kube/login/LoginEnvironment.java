package io.trainyard.core.kube.login;

import java.nio.file.Path;
import java.util.Map;

/**
 * What a process finds around itself.
 *
 * @param variables environment variables
 * @param home the user's home folder
 * @param serviceAccount where a pod finds its token and the cluster's CA
 */
public record LoginEnvironment(Map<String, String> variables, Path home, Path serviceAccount) {
    public LoginEnvironment {
        variables = Map.copyOf(variables);
    }

    /** Those of this process. */
    public static LoginEnvironment ofThisProcess() {
        return of(System.getenv());
    }

    /** Those of a process with these variables. */
    public static LoginEnvironment of(Map<String, String> variables) {
        // As kubectl takes it. Java itself asks the system, which may know of another one: in containers of CI, say.
        String home = variables.getOrDefault("HOME", "");
        return new LoginEnvironment(
                variables,
                Path.of(home.isEmpty() ? System.getProperty("user.home", "") : home),
                Path.of("/var/run/secrets/kubernetes.io/serviceaccount"));
    }

    /** Whether the process runs in a pod of a cluster; a pod may have no service account. */
    public boolean isInPod() {
        return !variable("KUBERNETES_SERVICE_HOST").isEmpty();
    }

    /** A variable; empty when it is not set. */
    String variable(String name) {
        return variables.getOrDefault(name, "");
    }
}
