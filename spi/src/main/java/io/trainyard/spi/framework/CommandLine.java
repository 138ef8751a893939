package io.trainyard.spi.framework;

import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a container starts, as far as the words of command and arguments tell: the command itself, or the commands in the script of a shell. What an entry
 * point of an image, a script file or a function makes of it is not known. Good for warnings, never for decisions.
 *
 * @param words command and arguments; empty where the image decides
 */
public record CommandLine(List<String> words) {
    private static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "ash", "zsh", "ksh");

    /** What may stand before a program without being one: words that start another, and variables that are set for it. */
    private static final LinearPattern PREFIX =
            LinearPattern.of("(?s)exec|env|command|nohup|time|nice|then|do|else|!|\\{|[A-Za-z_][A-Za-z0-9_]*=.*");

    /** Pairs of words before a program. */
    private static final Set<String> RUNNERS = Set.of("uv run", "poetry run", "pipenv run", "nsys profile");

    private static final int MAX_DEPTH = 3;

    public CommandLine {
        words = List.copyOf(words);
    }

    /** What that container starts. */
    public static CommandLine of(ContainerView container) {
        List<String> words = new ArrayList<>(container.command());
        words.addAll(container.args());
        return new CommandLine(words);
    }

    /** The field that a finding about the trainer's command belongs to: the TrainJob's if it gives one, else the runtime. */
    public static String path(RuntimeInfo info) {
        boolean ofTrainJob = info.trainer().command() != null || info.trainer().args() != null;
        return ofTrainJob ? "spec.trainer" : TrainJobFields.RUNTIME + ": command of the trainer container";
    }

    /** True when the command is a shell with a script, such as {@code bash -c "..."}. */
    public boolean isScript() {
        return !words.isEmpty() && script(StartedProgram.of(words)).isPresent();
    }

    /**
     * The programs that are started, in order: the first word, or what a shell's script starts at the beginnings of its commands. Programs that those start
     * in turn are not known. Empty where the words are options of an unknown entry point.
     */
    public List<StartedProgram> started() {
        List<StartedProgram> programs = new ArrayList<>();
        collect(new ShellScript.Command(words, Optional.empty()), programs, 0);
        return programs;
    }

    /** The names of these programs, without folders; for Python with {@code -m} the module. */
    public List<String> programs() {
        return started().stream().map(StartedProgram::name).toList();
    }

    /** The first started program of one of these names. */
    public Optional<StartedProgram> first(String... names) {
        return started().stream().filter(program -> program.is(names)).findFirst();
    }

    /** The first of these programs or Python modules that is started. */
    public Optional<String> firstOf(Collection<String> programs) {
        return programs().stream().filter(programs::contains).findFirst();
    }

    /**
     * The value of an option such as {@code --nnodes=2} or {@code --nnodes 2}, of whichever program; empty when it is not given. Dashes and underscores inside
     * the name mean the same.
     *
     * @param name the option without leading dashes
     */
    public Optional<String> option(String name) {
        return started().stream()
                .flatMap(program -> program.option(name.replace('-', '_')).stream())
                .findFirst();
    }

    private static void collect(ShellScript.Command command, List<StartedProgram> programs, int depth) {
        List<String> words = command.words();
        int first = 0;
        while (first < words.size() && PREFIX.matches(words.get(first))) {
            first++;
        }
        if (first + 2 < words.size() && RUNNERS.contains(words.get(first) + " " + words.get(first + 1))) {
            first += 2;
        }
        if (first == words.size() || words.get(first).startsWith("-") || depth > MAX_DEPTH) {
            return;
        }
        StartedProgram program = StartedProgram.of(words.subList(first, words.size()));
        Optional<String> script = script(program);
        if (script.isPresent()) {
            ShellScript.commands(script.get()).forEach(inner -> collect(inner, programs, depth + 1));
        } else {
            programs.add(command.input().map(program::reading).orElse(program));
        }
    }

    /** The text after an option with c in it, such as -c or -lc; empty for other programs, and where the shell runs a file. */
    private static Optional<String> script(StartedProgram shell) {
        List<String> arguments = SHELLS.contains(shell.name()) ? shell.arguments() : List.of();
        for (int i = 0; i < arguments.size() && arguments.get(i).startsWith("-"); i++) {
            String word = arguments.get(i);
            // In bash -o pipefail, and in -co pipefail, the option o takes a word of its own.
            int value = !word.startsWith("--") && word.endsWith("o") ? 1 : 0;
            if (!word.startsWith("--") && word.contains("c")) {
                int at = i + 1 + value;
                return at < arguments.size() ? Optional.of(arguments.get(at)) : Optional.empty();
            }
            i += value;
        }
        return Optional.empty();
    }
}
