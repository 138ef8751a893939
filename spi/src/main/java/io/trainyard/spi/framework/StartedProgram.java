package io.trainyard.spi.framework;

import io.trainyard.foundation.regex.LinearPattern;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A program with its arguments.
 *
 * @param name the program without its folder; for Python with {@code -m} the module, such as {@code torch.distributed.run}
 * @param python whether Python runs a file, a module or a text
 * @param arguments the words after it, references to variables as they are written
 * @param text what Python runs where the command itself has it, after {@code -c} or in a here-document; empty for a file or a module
 */
public record StartedProgram(String name, boolean python, List<String> arguments, Optional<String> text) {
    private static final LinearPattern INTERPRETER = LinearPattern.of("(python|pypy)[0-9.]*");
    private static final LinearPattern TEXT_FOLLOWS = LinearPattern.of("-[A-Za-z]*c");
    private static final String NO_MORE_OPTIONS = "--";
    private static final Set<String> OPTIONS_WITH_VALUE = Set.of("-X", "-W");

    public StartedProgram {
        arguments = List.copyOf(arguments);
    }

    /** A program whose text the command does not have. */
    public StartedProgram(String name, boolean python, List<String> arguments) {
        this(name, python, arguments, Optional.empty());
    }

    /** The program of a command that has at least one word. */
    static StartedProgram of(List<String> command) {
        String name = command.get(0).substring(command.get(0).lastIndexOf('/') + 1);
        List<String> arguments = command.subList(1, command.size());
        if (!INTERPRETER.matches(name)) {
            return new StartedProgram(name, name.endsWith(".py"), arguments);
        }
        int i = 0;
        for (; i < arguments.size() && arguments.get(i).startsWith("-"); i++) {
            if (arguments.get(i).equals("-m") && i + 1 < arguments.size()) {
                return new StartedProgram(arguments.get(i + 1), true, arguments.subList(i + 2, arguments.size()));
            }
            if (TEXT_FOLLOWS.matches(arguments.get(i)) && i + 1 < arguments.size()) {
                return new StartedProgram(name, true, arguments, Optional.of(arguments.get(i + 1)));
            }
            if (OPTIONS_WITH_VALUE.contains(arguments.get(i))) {
                i++;
            }
        }
        return new StartedProgram(name, i < arguments.size(), arguments);
    }

    /** The same where its input is a here-document, which Python runs when it is given no file. */
    StartedProgram reading(String input) {
        boolean noFile = arguments.stream().allMatch(word -> word.startsWith("-"));
        return INTERPRETER.matches(name) && text.isEmpty() && noFile
                ? new StartedProgram(name, true, arguments, Optional.of(input))
                : this;
    }

    /** Whether this is one of these programs, or the module of that name. */
    public boolean is(String... names) {
        return Set.of(names).contains(name);
    }

    /** Whether one of the arguments before {@code --} is this word, as it stands. */
    public boolean has(String word) {
        return mayBeOptions().contains(word);
    }

    /**
     * The value of an option, {@code --name value} or {@code --name=value}; of several the first one. Dashes and underscores within a name are the same, and so
     * are one and two dashes before it. Behind {@code --} there are no options.
     *
     * @param names under which the option goes, without leading dashes and with underscores
     * @return empty when it is not given; the empty text when it is the last word
     */
    public Optional<String> option(String... names) {
        Set<String> wanted = Set.of(names);
        List<String> words = mayBeOptions();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.startsWith("-") && wanted.contains(optionName(word))) {
                int equals = word.indexOf('=');
                return Optional.of(
                        equals >= 0 ? word.substring(equals + 1) : i + 1 < words.size() ? words.get(i + 1) : "");
            }
        }
        return Optional.empty();
    }

    /**
     * The same program with its own options only: what follows the first word that is neither an option nor the value of one belongs to a program that it
     * starts.
     *
     * @param values how many words follow an option, for those that are not followed by one; names as in {@link #option}
     */
    public StartedProgram ownOptions(Map<String, Integer> values) {
        int expected = 0;
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            if (expected > 0) {
                expected--;
            } else if (word.startsWith("-") && !word.equals(NO_MORE_OPTIONS)) {
                expected = word.contains("=") ? 0 : values.getOrDefault(optionName(word), 1);
            } else {
                return new StartedProgram(name, python, arguments.subList(0, i), text);
            }
        }
        return this;
    }

    private List<String> mayBeOptions() {
        int end = arguments.indexOf(NO_MORE_OPTIONS);
        return end < 0 ? arguments : arguments.subList(0, end);
    }

    private static String optionName(String word) {
        int first = 0;
        while (first < word.length() && word.charAt(first) == '-') {
            first++;
        }
        int equals = word.indexOf('=');
        return word.substring(first, equals < 0 ? word.length() : equals).replace('-', '_');
    }
}
