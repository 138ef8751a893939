package io.trainyard.local.kubelet.volume;

import io.trainyard.local.kubelet.files.RealPaths;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Keeps paths of this machine inside the folders that are open to pods, also where links lead out of them. Blocks. */
public final class HostPaths {
    private HostPaths() {}

    /**
     * Looks where the paths lead; nothing is made.
     *
     * @throws UnsupportedVolumeException when one leads out of the folders
     */
    public static void requireWithin(List<Path> folders, List<VolumePlan> plans) throws IOException {
        for (VolumePlan plan : plans) {
            if (plan instanceof VolumePlan.Host host && !RealPaths.isWithin(host.root(), folders)) {
                throw new UnsupportedVolumeException(
                        "volume " + host.name() + ": hostPath " + host.root() + " leads out of " + folders
                                + " by a link; allow every hostPath to use it (--allow-host-path)");
            }
        }
    }
}
