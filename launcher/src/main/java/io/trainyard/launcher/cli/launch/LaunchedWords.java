package io.trainyard.launcher.cli.launch;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.launcher.program.TrainingProgram;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Refuses words that cannot mean what was meant. Looks at files. */
final class LaunchedWords {
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*=\\S*");

    /** Those that say how large the job is. */
    private static final Set<String> OPTIONS = Set.of("--nodes", "--nproc", "--gpus", "--cpus");

    private LaunchedWords() {}

    /** Each word by itself, as a shell hands them over. */
    static void requireWords(List<String> words, Path folder) {
        String first = words.get(0);
        requireProgram(first, folder);
        if (first.strip().contains(" ") && !exists(folder, first)) {
            throw wrong("\"" + first
                    + "\": there is no program of that name; write each word by itself, without quotes: trainyard launch -- "
                    + first.strip());
        }
    }

    /** One of our options among the words of a program, where nobody has said with {@code --} that it is the program's. */
    static Optional<String> optionOfOurs(List<String> words) {
        return words.stream()
                .map(word -> word.replaceAll("=.*", ""))
                .filter(OPTIONS::contains)
                .findFirst();
    }

    /** What a shell would take for a variable of the command is no program. */
    private static void requireProgram(String first, Path folder) {
        if (VARIABLE.matcher(first).matches() && !exists(folder, first)) {
            throw wrong(first + ": is a variable, not a program; write it before the command: --env " + first
                    + " -- COMMAND");
        }
    }

    /** The script that is started here has to be here. */
    static void requireScript(List<String> words, Path folder) {
        TrainingProgram.script(words).filter(script -> !exists(folder, script)).ifPresent(script -> {
            throw wrong(script + ": no such file");
        });
    }

    /** A file to write a TrainJob into is called like one, and is nothing that the program needs. */
    static void requireManifest(Path file, List<String> words, Path folder) {
        if (!file.toString().matches(".*\\.(ya?ml|json)")) {
            throw wrong("--save: must end in .yaml, .yml or .json, not " + file);
        }
        Path target = folder.resolve(file).normalize();
        for (String word : words) {
            if (exists(folder, word) && folder.resolve(word).normalize().equals(target)) {
                throw wrong("--save: " + file + " is a file of the program; name another one");
            }
        }
    }

    private static boolean exists(Path folder, String name) {
        try {
            return Files.exists(folder.resolve(name));
        } catch (InvalidPathException noPath) {
            return false;
        }
    }
}
