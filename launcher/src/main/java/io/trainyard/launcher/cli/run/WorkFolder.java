package io.trainyard.launcher.cli.run;

import io.trainyard.launcher.cli.input.JobInput;
import io.trainyard.launcher.program.ProgramJob;
import io.trainyard.spi.model.TrainJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where programs start.
 *
 * @param folder that the user works in; absolute
 * @param starts the folder of the user's in which programs of a TrainJob start, by namespace/name; those of all others start in a folder of their pod
 */
public record WorkFolder(Path folder, Map<String, Path> starts) {
    public WorkFolder {
        starts = Map.copyOf(starts);
    }

    /**
     * A script starts in the current folder, as in the user's shell. The programs of a TrainJob start in the folder of its file, so that relative paths lead to what lies
     * beside it. A TrainJob from standard input has no such folder.
     */
    static WorkFolder of(JobInput input) {
        Map<String, Path> starts = new LinkedHashMap<>();
        for (JobInput.Job job : input.jobs()) {
            folderOf(job).ifPresent(folder -> starts.put(key(job), folder));
        }
        return new WorkFolder(
                folderOf(input.jobs().get(0)).orElseGet(() -> Path.of("").toAbsolutePath()), starts);
    }

    /** That which the user has named, for all TrainJobs of the input. */
    static WorkFolder of(JobInput input, Path named) {
        Map<String, Path> starts = new LinkedHashMap<>();
        input.jobs().forEach(job -> starts.put(key(job), named));
        return new WorkFolder(named, starts);
    }

    /** The TrainJobs whose programs start in a folder of the user's, as namespace/name. */
    public Set<String> trainJobs() {
        return starts.keySet();
    }

    /** All folders of the user's, first that in which he works. */
    public Set<Path> folders() {
        Set<Path> folders = new LinkedHashSet<>();
        folders.add(folder);
        starts.values().stream().sorted().forEach(folders::add);
        return folders;
    }

    /** Namespace and name. */
    static String key(JobInput.Job job) {
        return key(job.trainJob());
    }

    static String key(TrainJob job) {
        return job.getMetadata().getNamespace() + "/" + job.getMetadata().getName();
    }

    private static Optional<Path> folderOf(JobInput.Job job) {
        Path file = Path.of(job.manifest().document().source());
        return Files.isRegularFile(file) ? Optional.of(startOf(file)) : Optional.empty();
    }

    /** Where the program of a file starts. */
    static Path startOf(Path file) {
        Path here = Path.of("").toAbsolutePath();
        return ProgramJob.isScript(file.toString())
                ? here
                : here.resolve(file).resolveSibling("").normalize();
    }
}
