package io.trainyard.launcher.cli.run;

import io.trainyard.launcher.cli.input.JobInput;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.program.ProgramJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where programs start.
 *
 * @param folder that the user works in; absolute
 * @param trainJobs those whose programs start there, as namespace/name; all others start in a folder of their pod
 */
public record WorkFolder(Path folder, Set<String> trainJobs) {
    public WorkFolder {
        trainJobs = Set.copyOf(trainJobs);
    }

    /**
     * That of the first file, for the TrainJobs of files in it: relative paths of their programs lead to what lies beside the file, as in the user's
     * shell. What comes from elsewhere has no business there.
     */
    static WorkFolder of(JobInput input) {
        Path first = folderOf(input.jobs().get(0));
        Path folder = first == null ? Path.of("").toAbsolutePath() : first;
        input.jobs().forEach(job -> requireBeside(folder, job));
        return new WorkFolder(
                folder,
                input.jobs().stream()
                        .filter(job -> folder.equals(folderOf(job)))
                        .map(WorkFolder::key)
                        .collect(Collectors.toSet()));
    }

    /** A run has one folder of the user's; a script of another one would not find itself. */
    private static void requireBeside(Path folder, JobInput.Job job) {
        String source = job.manifest().document().source();
        if (ProgramJob.isScript(source) && !folder.equals(folderOf(job))) {
            throw new CommandException(
                    ExitCodes.WRONG_INPUT,
                    source + ": is not in " + folder
                            + ", the folder of the first file, where all scripts of a run start:"
                            + " start it by a run of its own");
        }
    }

    /** That which the user has named, for all TrainJobs of the input. */
    static WorkFolder of(JobInput input, Path named) {
        return new WorkFolder(named, input.jobs().stream().map(WorkFolder::key).collect(Collectors.toSet()));
    }

    /** Namespace and name. */
    static String key(JobInput.Job job) {
        return job.trainJob().getMetadata().getNamespace() + "/"
                + job.trainJob().getMetadata().getName();
    }

    private static @Nullable Path folderOf(JobInput.Job job) {
        Path file = Path.of(job.manifest().document().source()).toAbsolutePath();
        return Files.isRegularFile(file) ? file.resolveSibling("").normalize() : null;
    }
}
