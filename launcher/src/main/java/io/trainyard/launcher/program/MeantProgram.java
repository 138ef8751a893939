package io.trainyard.launcher.program;

import io.trainyard.launcher.program.PythonCall.Kind;
import java.util.List;
import java.util.Optional;

/**
 * The program that a command line is about, wherever it stands in it: words before it belong to programs that start it, such as {@code nice} or {@code uv run}.
 * Pure.
 */
sealed interface MeantProgram {
    /** Where it begins among the words. */
    int start();

    /** What it is called in messages. */
    String name();

    /** What it trains with. */
    Optional<Told> told();

    /** A framework, and why it is that, as a part of a sentence. */
    record Told(Framework framework, String reason) {}

    /**
     * A launcher.
     *
     * @param end where its own words end, and its options begin
     */
    record OfLauncher(int start, int end, Launcher launcher, String name) implements MeantProgram {
        @Override
        public Optional<Told> told() {
            return Optional.of(new Told(launcher.framework(), name + " starts it"));
        }
    }

    /**
     * Python.
     *
     * @param installed whether it is a program that Python runs, such as a console script, and is started by its own name
     * @param answer what Python says of it
     */
    record OfPython(int start, PythonCall call, boolean installed, PythonAnswer answer) implements MeantProgram {
        @Override
        public String name() {
            return call.kind() == Kind.CODE ? "its code" : call.target();
        }

        /** A module without a file of the user's may belong to a framework itself. */
        @Override
        public Optional<Told> told() {
            String what = installed ? PythonCall.baseName(call.target()) : name();
            String first = call.kind() == Kind.MODULE ? call.target().split("\\.", 2)[0] : "";
            return answer.module()
                    .flatMap(module -> told(module, what + " imports " + module))
                    .or(() -> told(first, what + " belongs to " + first));
        }

        private static Optional<Told> told(String module, String reason) {
            return Framework.ofModule(module).map(framework -> new Told(framework, reason));
        }
    }

    /**
     * A shell with its script.
     *
     * @param commands those of the script that mean something, with the words of each
     */
    record OfShell(int start, String name, List<Command> commands) implements MeantProgram {
        public OfShell {
            commands = List.copyOf(commands);
        }

        @Override
        public Optional<Told> told() {
            return telling().flatMap(command -> command.program
                    .told()
                    .map(told -> new Told(
                            told.framework,
                            command.program instanceof OfLauncher
                                    ? name + " starts " + command.program.name()
                                    : "in " + name + " " + told.reason)));
        }

        /** The first command that tells of a framework. */
        Optional<Command> telling() {
            return commands.stream()
                    .filter(command -> command.program.told().isPresent())
                    .findFirst();
        }
    }

    /** A command of a script. */
    record Command(List<String> words, MeantProgram program) {
        public Command {
            words = List.copyOf(words);
        }
    }

    /** Anything else. */
    record Other(int start, String name) implements MeantProgram {
        @Override
        public Optional<Told> told() {
            return Optional.empty();
        }
    }
}
