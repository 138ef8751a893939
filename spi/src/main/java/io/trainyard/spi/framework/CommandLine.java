package io.trainyard.spi.framework;

import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a container starts: the words of command and arguments.
 *
 * @param words command and arguments; empty where the image decides
 */
public record CommandLine(List<String> words) {
    private static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "ash", "zsh");
    private static final Pattern PYTHON = Pattern.compile("python[0-9.]*");

    /** What may stand before a program without being one: words that start another, and variables that are set for it. */
    private static final Pattern PREFIX =
            Pattern.compile("exec|env|nohup|time|nice|then|do|else|!|\\{|[A-Za-z_][A-Za-z0-9_]*=.*");

    private static final Pattern END = Pattern.compile("[;&|()\\n]+");
    private static final Pattern DASHES = Pattern.compile("^--?");

    /** A word of a script, or what ends a command. Quotes are good enough for finding programs, not for running them. */
    private static final Pattern TOKEN = Pattern.compile("[;&|()\\n]+|(?:\"[^\"]*\"|'[^']*'|[^\\s;&|()\"'])+");

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
        return script().isPresent();
    }

    /**
     * The programs that are started, without folders and in order: the first word, {@code python}'s module after {@code -m}, or what a shell's script
     * starts at the beginnings of its commands. Programs that those start in turn are not known.
     */
    public List<String> programs() {
        return script().map(CommandLine::ofScript)
                .orElseGet(() -> ofWords(words).stream().toList());
    }

    /** The first of these programs or Python modules that is started. */
    public Optional<String> firstOf(Collection<String> programs) {
        return programs().stream().filter(programs::contains).findFirst();
    }

    /**
     * The value of an option such as {@code --nnodes=2} or {@code --nnodes 2}, wherever it stands; empty when it is not given. Dashes and underscores inside
     * the name mean the same.
     *
     * @param name the option without leading dashes
     */
    public Optional<String> option(String name) {
        List<String> all = script().map(CommandLine::tokens).orElse(words);
        String wanted = name.replace('_', '-');
        for (int i = 0; i < all.size(); i++) {
            String word = all.get(i);
            int end = word.indexOf('=') < 0 ? word.length() : word.indexOf('=');
            if (word.startsWith("-")
                    && DASHES.matcher(word.substring(0, end))
                            .replaceFirst("")
                            .replace('_', '-')
                            .equals(wanted)) {
                return end < word.length()
                        ? Optional.of(word.substring(end + 1))
                        : i + 1 < all.size() ? Optional.of(all.get(i + 1)) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    private Optional<String> script() {
        if (words.isEmpty() || !SHELLS.contains(withoutFolder(words.get(0)))) {
            return Optional.empty();
        }
        for (int i = 1; i + 1 < words.size(); i++) {
            String word = words.get(i);
            if (!word.startsWith("-")) {
                return Optional.empty();
            }
            if (!word.startsWith("--") && word.endsWith("c")) {
                return Optional.of(words.get(i + 1));
            }
        }
        return Optional.empty();
    }

    private static List<String> ofScript(String script) {
        List<String> programs = new ArrayList<>();
        List<String> command = new ArrayList<>();
        for (String text : tokens(script)) {
            if (END.matcher(text).matches()) {
                ofWords(command).ifPresent(programs::add);
                command.clear();
            } else {
                command.add(text);
            }
        }
        ofWords(command).ifPresent(programs::add);
        return programs;
    }

    /** Words without their quotes, and what ends commands. */
    private static List<String> tokens(String script) {
        Matcher token = TOKEN.matcher(script.replace("\\\n", " "));
        List<String> tokens = new ArrayList<>();
        while (token.find()) {
            tokens.add(token.group().replace("\"", "").replace("'", ""));
        }
        return tokens;
    }

    private static Optional<String> ofWords(List<String> words) {
        int first = 0;
        while (first < words.size() && PREFIX.matcher(words.get(first)).matches()) {
            first++;
        }
        if (first == words.size()) {
            return Optional.empty();
        }
        String program = withoutFolder(words.get(first));
        return Optional.of(
                PYTHON.matcher(program).matches() ? module(words, first + 1).orElse(program) : program);
    }

    /** What {@code -m} among the options of Python names; behind the options stands the program, with options of its own. */
    private static Optional<String> module(List<String> words, int options) {
        for (int i = options; i + 1 < words.size() && words.get(i).startsWith("-"); i++) {
            if (words.get(i).equals("-m")) {
                return Optional.of(words.get(i + 1));
            }
        }
        return Optional.empty();
    }

    private static String withoutFolder(String word) {
        return word.substring(word.lastIndexOf('/') + 1);
    }
}
