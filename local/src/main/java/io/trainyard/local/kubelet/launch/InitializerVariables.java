package io.trainyard.local.kubelet.launch;

import io.trainyard.local.kubelet.logs.PodFolder;
import io.trainyard.local.kubelet.naming.PathTable;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where the program that fetches and sends finds its folders. It fetches outside of any mount namespace, so that it can link files of the cache:
 * between mounts there are no links. What it sends it sees as the programs that wrote it do, so that their links lead somewhere. Pure.
 */
public final class InitializerVariables {
    /** What it is asked to do when it sends. */
    static final String OUTPUT = "output";

    private static final String CLAIMS = "/mnt/pvc";

    private InitializerVariables() {}

    /**
     * The variables; those that the container sets itself win.
     *
     * @param container its name
     * @param kind what the program is asked to do; may be empty
     * @param elsewhere the mounts that it does not see at their paths
     */
    static Map<String, String> of(String container, String kind, PathTable elsewhere, PodFolder folder) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("PVC_ROOT", folder.claimLinks(container).toString());
        variables.put("TERMINATION_LOG", folder.terminationMessage(container).toString());
        if (!kind.isEmpty()) {
            String name = kind.equals(OUTPUT) ? "OUTPUT_PATH" : "TARGET_PATH";
            elsewhere
                    .locate(MountTable.WORKSPACE + "/" + kind)
                    .ifPresent(place -> variables.put(name, place.toString()));
        }
        return variables;
    }

    /** Claims by the name of the link that stands for them. */
    public static Map<String, Path> claims(Map<String, Path> mounts) {
        Map<String, Path> claims = new LinkedHashMap<>();
        mounts.forEach((path, place) -> {
            if (path.startsWith(CLAIMS + "/") && path.indexOf('/', CLAIMS.length() + 1) < 0) {
                claims.put(path.substring(CLAIMS.length() + 1), place);
            }
        });
        return claims;
    }
}
