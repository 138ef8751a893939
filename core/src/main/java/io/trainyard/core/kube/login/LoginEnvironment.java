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
        return new LoginEnvironment(
                System.getenv(),
                Path.of(System.getProperty("user.home", "")),
                Path.of("/var/run/secrets/kubernetes.io/serviceaccount"));
    }

    /** A variable; empty when it is not set. */
    String variable(String name) {
        return variables.getOrDefault(name, "");
    }
}
