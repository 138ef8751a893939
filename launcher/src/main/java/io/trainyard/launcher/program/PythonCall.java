package io.trainyard.launcher.program;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A call of Python, taken apart. Pure.
 *
 * @param interpreter the program
 * @param options of the interpreter, without that which says what to run
 * @param kind what is run
 * @param target the script, the module or the code
 * @param arguments of the program
 */
record PythonCall(String interpreter, List<String> options, Kind kind, String target, List<String> arguments) {
    private static final Pattern PYTHON = Pattern.compile("python(?:[23](?:\\.\\d+)?)?");
    private static final Set<String> WITH_VALUE = Set.of("-W", "-X", "--check-hash-based-pycs");

    PythonCall {
        options = List.copyOf(options);
        arguments = List.copyOf(arguments);
    }

    enum Kind {
        SCRIPT,
        MODULE,
        CODE
    }

    /** The call that these words are; empty for other programs, and where nothing is run. A script without an interpreter gets one. */
    static Optional<PythonCall> of(List<String> words) {
        String first = words.get(0);
        if (first.endsWith(".py")) {
            return Optional.of(
                    new PythonCall("python3", List.of(), Kind.SCRIPT, first, words.subList(1, words.size())));
        }
        if (!isInterpreter(baseName(first))) {
            return Optional.empty();
        }
        int at = 1;
        while (at < words.size()
                && words.get(at).startsWith("-")
                && !words.get(at).equals("-")) {
            String word = words.get(at);
            if (!word.startsWith("--") && (word.endsWith("m") || word.endsWith("c"))) {
                return at + 1 < words.size()
                        ? Optional.of(new PythonCall(
                                first,
                                options(words, at, word),
                                word.endsWith("m") ? Kind.MODULE : Kind.CODE,
                                words.get(at + 1),
                                words.subList(at + 2, words.size())))
                        : Optional.empty();
            }
            at += WITH_VALUE.contains(word) ? 2 : 1;
        }
        return at < words.size() && !words.get(at).equals("-")
                ? Optional.of(new PythonCall(
                        first, words.subList(1, at), Kind.SCRIPT, words.get(at), words.subList(at + 1, words.size())))
                : Optional.empty();
    }

    /** Letters of several options may stand in one word: {@code -um}. */
    private static List<String> options(List<String> words, int end, String last) {
        List<String> options = new java.util.ArrayList<>(words.subList(1, end));
        if (last.length() > 2) {
            options.add(last.substring(0, last.length() - 1));
        }
        return options;
    }

    /** True for options that change nothing where another program starts Python: torchrun's processes write unbuffered anyway. */
    boolean hasUsualOptions() {
        return options.stream().allMatch("-u"::equals);
    }

    /** Whether a program of this name is a Python. */
    static boolean isInterpreter(String name) {
        return PYTHON.matcher(name).matches();
    }

    static String baseName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
