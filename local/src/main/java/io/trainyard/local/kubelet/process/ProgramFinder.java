package io.trainyard.local.kubelet.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Finds programs as a shell would. Looks at files, so it is for worker threads. */
final class ProgramFinder {
    private static final String TORCHRUN = "torchrun";

    private ProgramFinder() {}

    /**
     * The program as it is started: its first word stays as it is, unless another program stands in for it.
     *
     * @param onMachine where on this machine a path is that the program sees
     * @throws StartException when there is no such program
     */
    static List<String> resolve(
            List<String> program, Map<String, String> environment, Path workingFolder, UnaryOperator<Path> onMachine) {
        String word = program.get(0);
        String path = environment.getOrDefault("PATH", "");
        Predicate<Path> isProgram = candidate -> isProgram(onMachine.apply(candidate));
        Optional<Path> found = find(word, path, workingFolder, isProgram);
        if (found.isPresent()) {
            return program;
        }
        List<String> resolved = new ArrayList<>(program);
        if (word.equals("python")) {
            found = find("python3", path, workingFolder, isProgram);
        }
        if (word.equals(TORCHRUN)) {
            found = find("python", path, workingFolder, isProgram)
                    .or(() -> find("python3", path, workingFolder, isProgram));
            resolved.addAll(1, List.of("-m", "torch.distributed.run"));
        }
        if (found.isEmpty()) {
            throw new StartException(missing(program, path, workingFolder, onMachine));
        }
        resolved.set(0, found.get().toString());
        return resolved;
    }

    private static Optional<Path> find(String word, String path, Path workingFolder, Predicate<Path> isProgram) {
        try {
            if (word.contains("/")) {
                return Optional.of(workingFolder.resolve(word)).filter(isProgram);
            }
            for (String folder : path.split(File.pathSeparator)) {
                Path candidate = workingFolder.resolve(folder).resolve(word);
                if (!folder.isEmpty() && isProgram.test(candidate)) {
                    return Optional.of(candidate);
                }
            }
        } catch (InvalidPathException e) {
            throw new StartException("\"" + word + "\" cannot be the name of a program: " + e.getReason());
        }
        return Optional.empty();
    }

    private static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    private static String missing(
            List<String> program, String path, Path workingFolder, UnaryOperator<Path> onMachine) {
        String word = program.get(0);
        if (word.isEmpty()) {
            return "the first word of command is empty";
        }
        if (program.size() == 1 && word.chars().anyMatch(Character::isWhitespace)) {
            return "exec: \"" + word
                    + "\": no such program. It is one element of command with spaces in it, which no cluster"
                    + " can run either: write each word as an element of its own";
        }
        if (word.contains("/")) {
            Path file = onMachine.apply(workingFolder.resolve(word));
            return "exec: \"" + word + "\": " + (Files.exists(file) ? "not a program that may be run" : "no such file");
        }
        return "exec: \"" + word + "\": no such program on this machine. The image is not used when containers run as"
                + " processes: install it, or put its folder on the PATH, which is " + path;
    }
}
