package io.trainyard.launcher.program;

import io.trainyard.launcher.program.PythonCall.Kind;
import io.trainyard.spi.framework.CommandLine;
import io.trainyard.spi.framework.StartedProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the program that words are about. Pure. */
final class ProgramSearch {
    private static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "ash", "zsh", "ksh");

    /** Scripts that start scripts. */
    private static final int MAX_DEPTH = 3;

    private final Code code;
    private final boolean asks;
    private final int depth;

    private ProgramSearch(Code code, boolean asks, int depth) {
        this.code = code;
        this.asks = asks;
        this.depth = depth;
    }

    /**
     * Finds it.
     *
     * @param asks whether it matters what Python says of it
     */
    static MeantProgram in(List<String> words, Code code, boolean asks) {
        return new ProgramSearch(code, asks, 0).find(words);
    }

    static boolean isShell(String name) {
        return SHELLS.contains(name);
    }

    /** Tools that keep packages are installed programs of Python, too, which tell nothing. */
    private MeantProgram find(List<String> words) {
        Optional<MeantProgram> quiet = Optional.empty();
        for (int i = 0; i < words.size(); i++) {
            Optional<MeantProgram> found = at(words, i);
            boolean passes = found.filter(each -> each instanceof MeantProgram.OfPython python
                            && python.installed()
                            && python.told().isEmpty())
                    .isPresent();
            if (found.isPresent() && !passes) {
                return found.get();
            }
            quiet = quiet.or(() -> found);
        }
        return quiet.orElseGet(() -> new MeantProgram.Other(0, words.get(0)));
    }

    private Optional<MeantProgram> at(List<String> words, int at) {
        String word = words.get(at);
        if (word.startsWith("-") || (at > 0 && word.contains("="))) {
            return Optional.empty();
        }
        List<String> rest = words.subList(at, words.size());
        String name = PythonCall.baseName(word);
        Optional<Launcher.Found> launcher = Launcher.of(name, rest.subList(1, rest.size()));
        if (launcher.isPresent()) {
            return Optional.of(new MeantProgram.OfLauncher(
                    at, at + 1 + launcher.get().end(), launcher.get().launcher(), name));
        }
        Optional<PythonCall> call = PythonCall.of(rest);
        if (call.isPresent()) {
            return Optional.of(python(words, at, call.get()));
        }
        if (PythonCall.isInterpreter(name)) {
            return Optional.of(new MeantProgram.Other(at, word));
        }
        if (isShell(name)) {
            return shell(words, at);
        }
        boolean own = word.endsWith(".sh");
        Optional<String> text =
                own || word.contains("/") ? code.read(word) : code.onPath(word).flatMap(code::read);
        String first = text.flatMap(each -> each.lines().findFirst()).orElse("");
        if (own || (first.startsWith("#!") && interpreters(first).anyMatch(SHELLS::contains))) {
            return Optional.of(new MeantProgram.OfShell(at, name, commands(text.orElse(""))));
        }
        return first.startsWith("#!") && interpreters(first).anyMatch(PythonCall::isInterpreter)
                ? Optional.of(installed(at, word, first, rest))
                : Optional.empty();
    }

    private static Stream<String> interpreters(String firstLine) {
        return Stream.of(firstLine.substring(2).strip().split("\\s+")).map(PythonCall::baseName);
    }

    private MeantProgram python(List<String> words, int at, PythonCall call) {
        List<String> arguments = call.arguments();
        Optional<Launcher.Found> launcher =
                call.kind() == Kind.MODULE ? Launcher.of(call.target(), arguments) : Optional.empty();
        if (launcher.isPresent()) {
            int end = words.size() - arguments.size() + launcher.get().end();
            return new MeantProgram.OfLauncher(at, end, launcher.get().launcher(), call.target());
        }
        return new MeantProgram.OfPython(
                at, call, false, answer(call.interpreter(), call.kind().name(), call.target()));
    }

    /** What it imports may be installed with the Python that runs it. */
    private MeantProgram installed(int at, String word, String firstLine, List<String> rest) {
        String path = word.contains("/") ? word : code.onPath(word).orElse(word);
        String interpreter = firstLine.substring(2).strip().split("\\s+")[0];
        PythonCall call = new PythonCall("python3", List.of(), Kind.SCRIPT, path, rest.subList(1, rest.size()));
        return new MeantProgram.OfPython(at, call, true, answer(interpreter, "INSTALLED", path));
    }

    private PythonAnswer answer(String interpreter, String kind, String target) {
        return asks ? code.python(interpreter, kind, target) : PythonAnswer.NONE;
    }

    private Optional<MeantProgram> shell(List<String> words, int at) {
        List<String> rest = words.subList(at, words.size());
        if (new CommandLine(rest).isScript()) {
            return Optional.of(new MeantProgram.OfShell(at, "its text", commands(new CommandLine(rest).started())));
        }
        return rest.stream()
                .skip(1)
                .filter(word -> !word.startsWith("-"))
                .findFirst()
                .map(script -> new MeantProgram.OfShell(
                        at,
                        PythonCall.baseName(script),
                        commands(code.read(script).orElse(""))));
    }

    private List<MeantProgram.Command> commands(String text) {
        return commands(new CommandLine(List.of("sh", "-c", text)).started());
    }

    private List<MeantProgram.Command> commands(List<StartedProgram> started) {
        List<MeantProgram.Command> commands = new ArrayList<>();
        if (depth < MAX_DEPTH) {
            ProgramSearch inner = new ProgramSearch(code, asks, depth + 1);
            for (StartedProgram program : started) {
                boolean module = program.python() && !PythonCall.isInterpreter(program.name());
                List<String> words = Stream.of(
                                module ? Stream.of("python3", "-m") : Stream.<String>empty(),
                                Stream.of(program.name()),
                                program.arguments().stream())
                        .flatMap(part -> part)
                        .toList();
                commands.add(new MeantProgram.Command(words, inner.find(words)));
            }
        }
        return commands;
    }
}
