package io.trainyard.launcher.program;

import io.trainyard.launcher.program.PythonCall.Kind;
import io.trainyard.spi.framework.CommandLine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A program that trains, and how each node starts it. Pure.
 *
 * @param framework what it trains with
 * @param command what each node starts, as the field of a container says it: references to variables are replaced
 * @param reason why it is that framework, as a part of a sentence
 * @param title what it may be called: the name of its script, module or program, without folder and ending
 */
public record TrainingProgram(Framework framework, List<String> command, String reason, String title) {
    private static final Set<String> TORCH_MODULES = Set.of("torch.distributed.run", "torch.distributed.launch");
    private static final String PADDLE_MODULE = "paddle.distributed.launch";
    private static final Map<String, Framework> SHELL_LAUNCHERS = Map.of(
            "torchrun",
            Framework.TORCH,
            "torch.distributed.run",
            Framework.TORCH,
            "torch.distributed.launch",
            Framework.TORCH,
            PADDLE_MODULE,
            Framework.PADDLE);
    private static final Set<String> SCRIPT_STARTERS = Set.of("torchrun", "accelerate", "deepspeed", "bash", "sh");
    private static final Pattern NODES = Pattern.compile("--?nnodes=([1-9]\\d{0,5})");
    private static final int MAX_MODULES = 200;

    public TrainingProgram {
        command = List.copyOf(command);
    }

    /** The code that a program consists of. */
    @FunctionalInterface
    public interface Code {
        /**
         * What a file holds; empty where there is none.
         *
         * @param path as it stands in the command, from the folder that the program starts in
         */
        Optional<String> read(String path);
    }

    /**
     * What a command line means.
     *
     * @param words what somebody would type without Trainyard; at least one
     * @param wanted the framework, where somebody said which; empty to find out
     * @param nodes number of nodes
     * @param processes processes on each; empty to leave it to the framework
     * @throws UnclearProgramException when that cannot be told
     */
    public static TrainingProgram of(
            List<String> words, Optional<Framework> wanted, int nodes, Optional<String> processes, Code code) {
        TrainingProgram found = found(words, wanted, new AccelerateLaunch(nodes, processes), code);
        return wanted.map(framework -> found.as(framework, "--framework says so"))
                .orElse(found);
    }

    /** The script that these words start, as far as that is clear; relative to the folder that they are typed in. */
    public static Optional<String> script(List<String> words) {
        int command = Wrapper.command(words);
        if (command > 0) {
            return script(words.subList(command, words.size()));
        }
        String name = PythonCall.baseName(words.get(0));
        if (name.endsWith(".sh")) {
            return Optional.of(words.get(0));
        }
        if (SCRIPT_STARTERS.contains(name)) {
            return words.stream()
                    .filter(word -> word.endsWith(".py") || word.endsWith(".sh"))
                    .findFirst();
        }
        return PythonCall.of(words).filter(call -> call.kind() == Kind.SCRIPT).map(PythonCall::target);
    }

    /** Whether this word starts a program that is named behind it, as {@code python} and {@code torchrun} do. */
    public static boolean isStarter(String word) {
        String name = PythonCall.baseName(word);
        return PythonCall.isInterpreter(name)
                || MpiWords.isStarter(name)
                || SCRIPT_STARTERS.contains(name)
                || Wrapper.command(List.of(word, "run", "python")) > 0;
    }

    /** How many nodes these words ask for themselves; empty when they do not, or for a range. */
    public static Optional<Integer> nodes(List<String> words) {
        int command = Wrapper.command(words);
        if (command > 0) {
            return nodes(words.subList(command, words.size()));
        }
        boolean torchrun = PythonCall.baseName(words.get(0)).equals("torchrun")
                || PythonCall.of(words)
                        .filter(call -> call.kind() == Kind.MODULE && TORCH_MODULES.contains(call.target()))
                        .isPresent();
        if (!torchrun) {
            return Optional.empty();
        }
        List<String> own = words.stream()
                .takeWhile(word -> !word.endsWith(".py") && !word.equals("--"))
                .toList();
        for (int at = 0; at < own.size(); at++) {
            Matcher matcher = NODES.matcher(at + 1 < own.size() ? own.get(at) + "=" + own.get(at + 1) : own.get(at));
            Matcher alone = NODES.matcher(own.get(at));
            if (alone.matches() || matcher.matches()) {
                return Optional.of(Integer.valueOf((alone.matches() ? alone : matcher).group(1)));
            }
        }
        return Optional.empty();
    }

    private TrainingProgram as(Framework other, String why) {
        return new TrainingProgram(other, command, why, title);
    }

    private static TrainingProgram found(
            List<String> words, Optional<Framework> wanted, AccelerateLaunch accelerate, Code code) {
        int command = Wrapper.command(words);
        if (command > 0) {
            TrainingProgram inner = found(words.subList(command, words.size()), wanted, accelerate, code);
            return new TrainingProgram(
                    inner.framework,
                    joined(LiteralText.of(words.subList(0, command)), inner.command),
                    inner.reason,
                    inner.title);
        }
        String name = PythonCall.baseName(words.get(0));
        if (name.equals("accelerate") && words.size() > 1 && words.get(1).equals("launch")) {
            return new TrainingProgram(
                    Framework.TORCH, accelerate.command(words), "accelerate starts it", title(words));
        }
        TrainingProgram typed = typed(words, name, wanted, code);
        return new TrainingProgram(typed.framework, LiteralText.of(typed.command), typed.reason, typed.title);
    }

    /** What all words but references of ours come to, as they are typed. */
    private static TrainingProgram typed(List<String> words, String name, Optional<Framework> wanted, Code code) {
        String title = title(words);
        if (name.equals("torchrun")) {
            return new TrainingProgram(Framework.TORCH, words, "torchrun starts it", title);
        }
        if (MpiWords.isStarter(name)) {
            return new TrainingProgram(Framework.MPI, words, name + " starts it", title);
        }
        if (name.equals("deepspeed")) {
            return new TrainingProgram(Framework.TORCH, withoutDeepSpeed(words), "deepspeed starts it", title);
        }
        if (name.equals("tune") && wanted.isEmpty()) {
            throw new UnclearProgramException(
                    "tune: name the runtime of the model with --runtime, such as torchtune-llama3.2-1b, and --framework torch");
        }
        return PythonCall.of(words)
                .map(call -> ofPython(call, wanted, title, code))
                .orElseGet(() -> ofOther(words, wanted, title, code));
    }

    private static TrainingProgram ofOther(List<String> words, Optional<Framework> wanted, String title, Code code) {
        List<String> command = words.get(0).endsWith(".sh") ? joined(List.of("bash"), words) : words;
        Optional<TrainingProgram> launching = script(words)
                .filter(script -> wanted.isEmpty() && script.endsWith(".sh"))
                .flatMap(script -> code.read(script).flatMap(text -> ofShell(script, text, command, title)));
        if (launching.isPresent()) {
            return launching.get();
        }
        boolean mpi = wanted.filter(each -> each.start() == Framework.Start.MPI).isPresent();
        return new TrainingProgram(
                Framework.PLAIN,
                mpi ? joined(List.of("mpirun"), command) : command,
                "nothing tells of a framework",
                title);
    }

    /** A script of a shell that starts a launcher itself, which then has to be told of the other nodes. */
    private static Optional<TrainingProgram> ofShell(String script, String text, List<String> command, String title) {
        CommandLine line = new CommandLine(List.of("sh", "-c", text));
        return line.firstOf(SHELL_LAUNCHERS.keySet())
                .map(launcher -> new TrainingProgram(
                        Objects.requireNonNull(SHELL_LAUNCHERS.get(launcher)),
                        command,
                        script + " starts " + launcher,
                        title));
    }

    private static TrainingProgram ofPython(PythonCall call, Optional<Framework> wanted, String title, Code code) {
        if (call.kind() == Kind.MODULE && TORCH_MODULES.contains(call.target())) {
            return new TrainingProgram(Framework.TORCH, call.words(), call.target() + " starts it", title);
        }
        if (call.kind() == Kind.MODULE && call.target().equals(PADDLE_MODULE)) {
            return new TrainingProgram(Framework.PADDLE, call.words(), call.target() + " starts it", title);
        }
        if (wanted.isPresent()) {
            return new TrainingProgram(wanted.get(), started(call, wanted.get()), "", title);
        }
        Optional<Framework.Told> told = imported(call, code);
        Framework framework = told.map(Framework.Told::framework).orElse(Framework.PLAIN);
        String what = call.kind() == Kind.CODE ? "its code" : call.target();
        String reason = told.map(each -> what + " imports " + each.module())
                .orElse("nothing that " + what + " imports is a framework");
        return new TrainingProgram(framework, started(call, framework), reason, title);
    }

    private static List<String> started(PythonCall call, Framework framework) {
        return switch (framework.start()) {
            case PYTHON -> call.words();
            case MPI -> joined(List.of("mpirun"), call.words());
            case PADDLE ->
                call.kind() == Kind.SCRIPT ? withStarter(call, List.of("-m", PADDLE_MODULE, "--")) : call.words();
            case TORCHRUN -> torchrun(call);
        };
    }

    private static List<String> torchrun(PythonCall call) {
        boolean ownPython = call.hasUsualOptions() && call.kind() != Kind.CODE;
        if (!ownPython) {
            return torchrun(List.of("torchrun"), List.of("--no_python"), call.words());
        }
        return torchrun(
                call.isUsualInterpreter()
                        ? List.of("torchrun")
                        : List.of(call.interpreter(), "-m", "torch.distributed.run"),
                call.kind() == Kind.MODULE ? List.of("-m") : List.of(),
                joined(List.of(call.target()), call.arguments()));
    }

    /** Behind the two dashes torchrun reads no options, so those of the program stay the program's. */
    static List<String> torchrun(List<String> starter, List<String> options, List<String> program) {
        return joined(joined(starter, options), joined(List.of("--"), program));
    }

    private static List<String> withStarter(PythonCall call, List<String> starter) {
        List<String> words = new ArrayList<>();
        words.add(call.interpreter());
        words.addAll(call.options());
        words.addAll(starter);
        words.add(call.target());
        words.addAll(call.arguments());
        return words;
    }

    /** The framework that the program imports, itself or by modules that lie beside it. */
    private static Optional<Framework.Told> imported(PythonCall call, Code code) {
        if (call.kind() == Kind.CODE) {
            return Framework.of(PythonImports.of(call.target()));
        }
        boolean module = call.kind() == Kind.MODULE;
        String path = module ? call.target().replace('.', '/') : call.target();
        Optional<String> own =
                module ? code.read(path + "/__main__.py").or(() -> code.read(path + ".py")) : code.read(path);
        String root = module ? "" : path.substring(0, path.lastIndexOf('/') + 1);
        String folder = module && code.read(path + "/__main__.py").isPresent()
                ? path + "/"
                : path.substring(0, path.lastIndexOf('/') + 1);
        return own.flatMap(text -> imported(new CodeFile(folder, text), root, code));
    }

    /**
     * A file of the program.
     *
     * @param folder that it lies in; empty, or with a slash at its end
     */
    private record CodeFile(String folder, String text) {}

    /** Level by level, so that what a file imports itself counts before what these import. */
    private static Optional<Framework.Told> imported(CodeFile first, String root, Code code) {
        Set<String> seen = new HashSet<>();
        List<CodeFile> next = List.of(first);
        while (!next.isEmpty()) {
            List<CodeFile> beside = new ArrayList<>();
            for (CodeFile file : next) {
                PythonImports imports = PythonImports.of(file.text);
                Optional<Framework.Told> told = Framework.of(imports);
                if (told.isPresent()) {
                    return told;
                }
                imports.paths().stream()
                        .map(path -> path.startsWith(".")
                                ? Path.of(file.folder + path).normalize().toString()
                                : root + path)
                        .filter(path -> seen.size() < MAX_MODULES && seen.add(path))
                        .forEach(path -> code.read(path + ".py")
                                .map(text -> new CodeFile(path.substring(0, path.lastIndexOf('/') + 1), text))
                                .or(() -> code.read(path + "/__init__.py").map(text -> new CodeFile(path + "/", text)))
                                .ifPresent(beside::add));
            }
            next = beside;
        }
        return Optional.empty();
    }

    private static List<String> withoutDeepSpeed(List<String> words) {
        if (words.size() < 2 || words.get(1).startsWith("-")) {
            throw new UnclearProgramException(
                    "deepspeed: leave its options out, and say with --nodes and --nproc how many"
                            + " processes there are: trainyard launch --nodes 2 --nproc 8 -- deepspeed train.py");
        }
        return torchrun(List.of("torchrun"), List.of(), words.subList(1, words.size()));
    }

    private static String title(List<String> words) {
        String named = words.stream()
                .filter(word -> word.endsWith(".py") || word.endsWith(".sh"))
                .findFirst()
                .or(() -> PythonCall.of(words)
                        .filter(call -> call.kind() == Kind.MODULE)
                        .map(PythonCall::target))
                .orElse(words.get(0));
        String name = PythonCall.baseName(named);
        boolean module = !name.equals(named) || name.endsWith(".py") || name.endsWith(".sh") || !name.contains(".");
        int dot = name.lastIndexOf('.');
        return dot < 1 ? name : module ? name.substring(0, dot) : name.substring(dot + 1);
    }

    /** A name for the job of it, as Kubernetes takes it. */
    public String jobName() {
        return jobName(title);
    }

    private static String jobName(String title) {
        String name = title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        String cut = name.substring(0, Math.min(40, name.length())).replaceAll("^[-0-9]+|-+$", "");
        return cut.isEmpty() ? "train" : cut;
    }

    static List<String> joined(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
