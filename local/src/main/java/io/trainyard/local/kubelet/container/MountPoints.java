package io.trainyard.local.kubelet.container;

import io.trainyard.local.kubelet.files.FileNames;
import io.trainyard.local.kubelet.launch.InitializerVariables;
import io.trainyard.local.kubelet.logs.PodFolder;
import io.trainyard.local.kubelet.naming.PathTable;
import io.trainyard.local.kubelet.process.ContainerLaunch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The folders that an engine would make before it starts a container. Blocks. */
final class MountPoints {
    private MountPoints() {}

    /** Makes those that are missing. */
    static void make(ContainerLaunch launch, PodFolder folder) throws IOException {
        Path workspace = folder.workspace(launch.container().name());
        if (launch.mounts().containsValue(workspace)) {
            Files.createDirectories(workspace);
        }
        Path tmp = folder.tmp(launch.container().name());
        if (launch.mounts().containsValue(tmp)) {
            Files.createDirectories(tmp);
        }
        Path links = folder.claimLinks(launch.container().name());
        if (links.toString().equals(launch.environment().get("PVC_ROOT"))) {
            link(links, InitializerVariables.claims(launch.mounts()));
        }
        Map<String, Path> outer = new TreeMap<>();
        for (Map.Entry<String, Path> mount : new TreeMap<>(launch.shown()).entrySet()) {
            Optional<Path> place = new PathTable(outer).locate(mount.getKey());
            if (place.isPresent() && !Files.exists(place.get()) && Files.exists(mount.getValue())) {
                make(place.get(), Files.isDirectory(mount.getValue()));
            }
            outer.put(mount.getKey(), mount.getValue());
        }
        // A folder of the user's own is not made: it is a mistake that it is missing.
        if (!launch.container().workingDir().isEmpty()) {
            Path wanted = launch.workingFolder();
            Optional<Path> place = new PathTable(outer).locate(wanted.toString());
            if (place.isPresent()) {
                Files.createDirectories(place.get());
            } else if (launch.mounts().values().stream().anyMatch(wanted::startsWith)) {
                Files.createDirectories(wanted);
            }
        }
    }

    private static void link(Path folder, Map<String, Path> claims) throws IOException {
        Files.createDirectories(folder);
        for (Map.Entry<String, Path> claim : claims.entrySet()) {
            Path link = FileNames.resolve(folder, claim.getKey());
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, claim.getValue());
        }
    }

    private static void make(Path point, boolean isFolder) throws IOException {
        if (isFolder) {
            Files.createDirectories(point);
        } else {
            Files.createDirectories(point.getParent());
            Files.createFile(point);
        }
    }
}
