package io.trainyard.local.streaming.remotecommand;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How a program ended, as clients read it: a {@code Status} object. Pure. */
final class CommandStatus {
    private CommandStatus() {}

    /** Of a program that ended with this exit code. */
    static Map<String, Object> of(int code) {
        if (code == 0) {
            return status("Success");
        }
        Map<String, Object> status = status("Failure");
        status.put("message", "command terminated with non-zero exit code: exit status " + code);
        status.put("reason", "NonZeroExitCode");
        status.put(
                "details",
                Tree.of("causes", List.of(Tree.of("reason", "ExitCode", "message", Integer.toString(code)))));
        return status;
    }

    /** Of one that could not be started, or was lost. */
    static Map<String, Object> of(Throwable cause) {
        String why = cause instanceof ApiException ? String.valueOf(cause.getMessage()) : cause.toString();
        return new ApiException(500, "InternalError", "Internal error occurred: " + why, Map.of()).toStatus();
    }

    private static Map<String, Object> status(String outcome) {
        return Tree.of("kind", "Status", "apiVersion", "v1", "metadata", new LinkedHashMap<>(), "status", outcome);
    }
}
