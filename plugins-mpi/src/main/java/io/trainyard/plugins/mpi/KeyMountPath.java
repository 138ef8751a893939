package io.trainyard.plugins.mpi;

import io.trainyard.foundation.field.FieldError;
import java.util.Arrays;
import java.util.List;

/** Where SSH keys may be mounted. */
final class KeyMountPath {
    private static final int MAX_LENGTH = 4096;

    private KeyMountPath() {}

    /** At most one problem. */
    static List<FieldError> problems(MpiJob job) {
        String mountPath = job.keyFiles().mountPath();
        String wrong = wrong(mountPath);
        return wrong.isEmpty()
                ? List.of()
                : List.of(FieldError.invalid(
                        MpiPreconditions.RUNTIME,
                        mountPath.length() > MAX_LENGTH ? null : mountPath,
                        "mlPolicy.mpi.sshAuthMountPath of the runtime " + wrong));
    }

    private static String wrong(String mountPath) {
        String normal = normalized(mountPath);
        if (!mountPath.startsWith("/")
                || Arrays.asList(mountPath.split("/", -1)).contains("..")) {
            return "must be an absolute path without ..";
        }
        if (mountPath.contains(":") || mountPath.length() > MAX_LENGTH) {
            return "must not contain a colon, and not be longer than " + MAX_LENGTH + " characters";
        }
        if (normal.equals("/") || normal.equals(Hostfile.MOUNT_PATH) || normal.startsWith(Hostfile.MOUNT_PATH + "/")) {
            return "must be the folder .ssh of the user that runs mpirun, and neither / nor " + Hostfile.MOUNT_PATH
                    + ", where the hostfile is";
        }
        return "";
    }

    /** A path without what does not matter in it. */
    static String normalized(String path) {
        String normal = path.replaceAll("/+", "/");
        return normal.length() > 1 && normal.endsWith("/") ? normal.substring(0, normal.length() - 1) : normal;
    }
}
