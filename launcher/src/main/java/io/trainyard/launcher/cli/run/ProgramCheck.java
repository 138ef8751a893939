package io.trainyard.launcher.cli.run;

import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.program.ProgramJob;
import io.trainyard.local.kubelet.options.ProgramOptions;
import io.trainyard.spi.model.TrainJob;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Refuses a program that does not exist, or may not be executed, before anything starts. Looks at files. */
final class ProgramCheck {
    /** Where they are missing, others take their place. */
    private static final Set<String> WITH_STAND_INS = Set.of("python", "torchrun");

    private ProgramCheck() {}

    /**
     * Looks for what a run starts as it was typed.
     *
     * @param path the PATH of the user; empty where he has none, so that the system has to know
     * @throws CommandException when that cannot be started
     */
    static void require(LocalRun.Request request, Optional<String> path) {
        ProgramOptions programs = request.machine().programs();
        if (!request.isProgram() || programs.executor().usesImages()) {
            return;
        }
        for (TrainJob job : request.trainJobs()) {
            List<String> command =
                    Objects.requireNonNull(job.getSpec()).trainerOrEmpty().command();
            if (command != null && !command.isEmpty() && !ProgramJob.isGroup(job)) {
                WorkFolder work = request.machine().work();
                String key = job.getMetadata().getNamespace() + "/"
                        + job.getMetadata().getName();
                require(command.get(0), work.starts().getOrDefault(key, work.folder()), programs.python(), path);
            }
        }
    }

    private static void require(String word, Path folder, Optional<Path> python, Optional<String> path) {
        if (WITH_STAND_INS.contains(word) || word.contains("$") || (path.isEmpty() && !word.contains("/"))) {
            return;
        }
        List<Path> found;
        try {
            Stream<Path> places = word.contains("/")
                    ? Stream.of(folder)
                    : Stream.concat(
                            python.stream().flatMap(given -> Stream.ofNullable(given.getParent())),
                            Arrays.stream(path.orElse("").split(File.pathSeparator))
                                    .map(folder::resolve));
            found = places.map(place -> place.resolve(word))
                    .filter(Files::isRegularFile)
                    .toList();
        } catch (InvalidPathException noName) {
            found = List.of();
        }
        if (found.isEmpty()) {
            throw new CommandException(
                    ExitCodes.NO_SUCH_PROGRAM,
                    word + ": there is no such program"
                            + (word.contains("/") ? "" : "; install it, or put its folder on the PATH"));
        }
        if (found.stream().noneMatch(Files::isExecutable)) {
            throw new CommandException(
                    ExitCodes.NOT_EXECUTABLE, word + ": may not be executed; chmod +x " + word + " allows it");
        }
    }
}
