package io.trainyard.launcher.run;

import io.trainyard.launcher.cli.run.LocalRun;
import io.trainyard.launcher.run.folder.RunFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The folders of a run in which its programs may write. Pure. */
final class EventFolders {
    private EventFolders() {}

    /**
     * The folders that programs start in, those of pods, of claims, and those that stand for volumes.
     *
     * @param home of the user; whoever works in it has more there than belongs to the run, so it is left out, and all above it
     */
    static List<Path> of(LocalRun.Request request, RunFolder folder, Path home) {
        List<Path> folders = new ArrayList<>(request.machine().work().folders());
        folders.removeIf(home::startsWith);
        folders.add(folder.pods());
        folders.add(request.state().claims());
        folders.addAll(request.machine().programs().mounts().values());
        return folders.stream().distinct().toList();
    }
}
