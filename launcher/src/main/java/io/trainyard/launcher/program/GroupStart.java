package io.trainyard.launcher.program;

import static io.trainyard.launcher.program.TrainingProgram.joined;

import io.trainyard.launcher.program.Framework.Start;
import io.trainyard.launcher.program.Launcher.Learns;
import io.trainyard.launcher.program.MeantProgram.OfLauncher;
import io.trainyard.launcher.program.MeantProgram.OfPython;
import io.trainyard.launcher.program.MeantProgram.OfShell;
import io.trainyard.launcher.program.PythonCall.Kind;
import java.util.List;
import java.util.Optional;

/**
 * What each node of a group starts: what was typed where it learns of the others by itself, else with the launcher of its framework. Pure.
 *
 * @param typed as it is started alone
 * @param meant the program among the words
 * @param said whether the user said which framework it is, and so knows what it starts
 */
record GroupStart(List<String> typed, MeantProgram meant, Framework framework, Group group, boolean said) {
    private static final String PADDLE = "paddle.distributed.launch";

    /**
     * The words.
     *
     * @throws UnclearProgramException where each node would train alone
     */
    List<String> command() {
        if (meant instanceof OfLauncher launcher) {
            return launched(launcher);
        }
        if (meant instanceof OfShell shell) {
            shell.telling().ifPresent(command -> require(shell, command));
            return typed;
        }
        return switch (framework.start()) {
            case PYTHON -> typed;
            case MPI -> joined(List.of("mpirun"), typed);
            case PADDLE -> paddle();
            case TORCHRUN -> joined(before(), torchrun());
        };
    }

    /** Whether nothing but variables tells the processes who they are. */
    boolean isRanked() {
        if (meant instanceof OfShell shell) {
            return shell.telling().filter(command -> !isPython(command)).isEmpty()
                    && (framework.start() == Start.TORCHRUN || framework == Framework.PLAIN);
        }
        return !(meant instanceof OfLauncher) && framework == Framework.PLAIN;
    }

    /** Whether a launcher is started as it was typed. */
    boolean isOfLauncher() {
        return meant instanceof OfShell shell
                ? shell.telling().filter(command -> !isPython(command)).isPresent()
                : meant instanceof OfLauncher && replaced().isEmpty();
    }

    /** What is started in the place of what was typed; empty where that is it. */
    Optional<String> replaced() {
        return group.isAsked() && meant instanceof OfLauncher launcher && isReplaced(launcher)
                ? Optional.of("torchrun does here what " + launcher.name() + " does without options")
                : Optional.empty();
    }

    private List<String> before() {
        return typed.subList(0, meant.start());
    }

    private List<String> launched(OfLauncher launcher) {
        if (isReplaced(launcher)) {
            List<String> program = typed.subList(launcher.end(), typed.size());
            boolean module = program.get(0).startsWith("-");
            return joined(
                    before(),
                    torchrun(
                            starter(typed.get(meant.start())),
                            module ? List.of("-m") : List.of(),
                            program.subList(module ? 1 : 0, program.size())));
        }
        return switch (launcher.launcher().learns()) {
            case BY_VARIABLES, BY_HOSTFILE -> typed;
            case BY_OPTIONS -> joined(typed.subList(0, launcher.end()), joined(placement(launcher), rest(launcher)));
            case NOT -> {
                if (!said && group.isOfSeveral()) {
                    throw refusal(launcher.name() + " does not learn of " + group.text(), script(rest(launcher)));
                }
                yield typed;
            }
        };
    }

    private List<String> placement(OfLauncher launcher) {
        List<String> rest = rest(launcher);
        // What follows the script is the program's.
        List<String> options = launcher.launcher() == Launcher.FABRIC
                ? rest
                : rest.stream().takeWhile(word -> !isProgram(word)).toList();
        if (rest.stream().noneMatch(GroupStart::isProgram)) {
            throw new UnclearProgramException(launcher.name() + ": name a script, such as train.py");
        }
        if (launcher.launcher() == Launcher.ACCELERATE && options.contains("--cpu") && group.isOfSeveral()) {
            throw refusal(
                    launcher.name() + " --cpu starts each process by itself",
                    "--env ACCELERATE_USE_CPU=true ",
                    script(rest));
        }
        return launcher.launcher().placement(group, options);
    }

    private List<String> rest(OfLauncher launcher) {
        return typed.subList(launcher.end(), typed.size());
    }

    /** Without options these two start what torchrun starts, which knows how many processes there are. */
    private boolean isReplaced(OfLauncher launcher) {
        List<String> rest = rest(launcher);
        return (launcher.launcher() == Launcher.ACCELERATE || launcher.launcher() == Launcher.DEEPSPEED)
                && !rest.isEmpty()
                && isProgram(rest.get(0))
                && framework.start() == Start.TORCHRUN;
    }

    private static boolean isProgram(String word) {
        return word.endsWith(".py") || word.equals("-m") || word.equals("--module");
    }

    /** A script that starts a launcher which does not learn of the others there. */
    private void require(OfShell shell, MeantProgram.Command command) {
        boolean learns = command.program() instanceof OfLauncher launcher
                ? launcher.launcher().learns() == Learns.BY_VARIABLES
                        || launcher.launcher().learns() == Learns.BY_HOSTFILE
                : isPython(command) && (framework.start() == Start.PYTHON || framework.start() == Start.TORCHRUN);
        if (!learns && group.isOfSeveral() && !(command.program() instanceof OfShell)) {
            boolean launched = command.program() instanceof OfLauncher launcher
                    && launcher.launcher().learns() == Learns.BY_OPTIONS;
            List<String> words = launched || isPython(command) ? command.words() : script(command.words());
            throw refusal(
                    shell.name() + " starts " + command.program().name() + ", which does not learn of " + group.text()
                            + " there",
                    words);
        }
    }

    private static boolean isPython(MeantProgram.Command command) {
        return command.program() instanceof OfPython;
    }

    private static List<String> script(List<String> words) {
        List<String> script = words.stream().dropWhile(word -> !isProgram(word)).toList();
        return script.isEmpty() ? script : joined(List.of("torchrun"), script);
    }

    private UnclearProgramException refusal(String what, List<String> words) {
        return refusal(what, "", words);
    }

    private UnclearProgramException refusal(String what, String options, List<String> words) {
        return new UnclearProgramException(what + ", so each node would train alone; "
                + (words.isEmpty()
                        ? "name a runtime that tells it with --runtime, such as torchtune-llama3.2-1b, and --framework torch"
                        : "type: trainyard launch " + group.options() + options + "-- " + String.join(" ", words)));
    }

    private List<String> paddle() {
        if (!(meant instanceof OfPython python)
                || python.installed()
                || python.call().kind() != Kind.SCRIPT) {
            return typed;
        }
        PythonCall call = python.call();
        List<String> starter = joined(joined(List.of(call.interpreter()), call.options()), List.of("-m", PADDLE));
        return joined(before(), joined(starter, apart(joined(List.of(call.target()), call.arguments()))));
    }

    private List<String> torchrun() {
        List<String> words = typed.subList(meant.start(), typed.size());
        if (!(meant instanceof OfPython python) || python.installed()) {
            return torchrun(List.of("torchrun"), List.of("--no_python"), words);
        }
        PythonCall call = python.call();
        if (!call.hasUsualOptions() || call.kind() == Kind.CODE) {
            return torchrun(List.of("torchrun"), List.of("--no_python"), words);
        }
        return torchrun(
                starter(call.interpreter()),
                call.kind() == Kind.MODULE ? List.of("-m") : List.of(),
                joined(List.of(call.target()), call.arguments()));
    }

    /** That of another Python than the usual one. */
    private static List<String> starter(String interpreter) {
        boolean usual = interpreter.equals("python")
                || interpreter.equals("python3")
                || !PythonCall.isInterpreter(PythonCall.baseName(interpreter));
        return usual ? List.of("torchrun") : List.of(interpreter, "-m", "torch.distributed.run");
    }

    private static List<String> torchrun(List<String> starter, List<String> options, List<String> program) {
        return joined(joined(starter, options), apart(program));
    }

    /** A launcher reads no options behind two dashes, so those of the program stay the program's. */
    private static List<String> apart(List<String> program) {
        boolean options = program.stream().anyMatch(word -> word.startsWith("-"));
        return options ? joined(List.of("--"), program) : program;
    }
}
