package io.trainyard.local.kubelet.volume;

import io.trainyard.local.kubelet.files.FileNames;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the volumes of a pod are on this machine.
 *
 * @param podFolder folder of the pod
 * @param claimFolder folder of all claims that outlive what uses them
 * @param ownClaims folders of claims that belong to a JobSet, or another object, and go with it, by name
 * @param bindings folders of the user, by name of a claim or of a volume
 * @param openFolders folders in which every path may be mounted
 * @param anyHostPath whether every path of the machine may be mounted
 */
public record VolumeFolders(
        Path podFolder,
        Path claimFolder,
        Map<String, Path> ownClaims,
        Map<String, Path> bindings,
        List<Path> openFolders,
        boolean anyHostPath) {
    public VolumeFolders {
        ownClaims = Map.copyOf(ownClaims);
        bindings = Map.copyOf(bindings);
        openFolders = List.copyOf(openFolders);
    }

    Path volume(String name) {
        return child(podFolder.resolve("volumes"), name, "volumes: the name");
    }

    Optional<Path> boundVolume(String name) {
        return Optional.ofNullable(bindings.get(name));
    }

    Path claim(String namespace, String claim) {
        return Optional.ofNullable(bindings.get(claim))
                .or(() -> Optional.ofNullable(ownClaims.get(claim)))
                .orElseGet(() -> child(child(claimFolder, namespace, "namespace"), claim, "claimName"));
    }

    private static Path child(Path folder, String name, String field) {
        if (!FileNames.isFileName(name)) {
            throw new UnsupportedVolumeException(field + " \"" + name + "\" must be one name, without / and not ..");
        }
        return folder.resolve(name);
    }

    Path hostPath(String volume, String path) {
        Path wanted = Path.of(path).toAbsolutePath().normalize();
        if (anyHostPath || openFolders.stream().anyMatch(wanted::startsWith)) {
            return wanted;
        }
        throw new UnsupportedVolumeException("volume " + volume + ": hostPath " + wanted + " lies outside of "
                + openFolders + "; allow every hostPath to use it (--allow-host-path)");
    }
}
