package io.trainyard.launcher.run.view;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.launcher.run.progress.RunState;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Says what a user may do about a program that failed, when its last words make that clear. */
public final class Hints {
    private static final LinearPattern MISSING_MODULE = LinearPattern.of("No module named '?([\\w.]+)'?");
    private static final LinearPattern NO_SCRIPT = LinearPattern.of("can't open file '([^']+)'");
    private static final LinearPattern SHELL_NOT_FOUND =
            LinearPattern.of("(?:^|: )([\\w./+-]+): (?:command )?not found");
    private static final LinearPattern NO_PROGRAM = LinearPattern.of("exec: \"([^\"]+)\": no such program");
    private static final LinearPattern NO_FILE =
            LinearPattern.of("(?:No such file or directory|cannot access)[^/\\n]*['\"]?(/[^\\s'\":]+)");

    private static final LinearPattern RELATIVE_FILE = LinearPattern.of("No such file or directory: '([^/'][^']*)'");

    /** Modules of a package can only be started by their name in it. */
    private static final String RELATIVE_IMPORT = "attempted relative import with no known parent package";

    private static final LinearPattern PORT = LinearPattern.of("(?:[Pp]ort[ =:]+|[\\w.\\]]:)(\\d{4,5})\\b");

    /** What torchrun sets, as programs miss it. */
    private static final LinearPattern NO_GROUP = LinearPattern.of(
            "(?:KeyError: '|environment variable )(RANK|LOCAL_RANK|WORLD_SIZE|MASTER_ADDR|MASTER_PORT)(?:'| expected, but not set)");

    private static final LinearPattern FRAME = LinearPattern.of("File \"([^\"]+\\.py)\", line");

    private static final LinearPattern LIGHTNING =
            LinearPattern.of("You set `devices=(\\d+)` and `num_nodes=(\\d+)` in Lightning");

    private static final LinearPattern MISSING_VARIABLE = LinearPattern.of("KeyError: '([A-Za-z_][A-Za-z0-9_]*)'");

    private Hints() {}

    /**
     * What a program was started with.
     *
     * @param workFolder where it was started
     * @param heldBack names of variables of the user's shell that it did not get
     * @param reads whether it reads what the user types, as one process and a rank with a debugger do
     * @param home where the user typed the command
     * @param isThere whether there is a file of this name on this machine
     * @param ownFolders whether it had a /tmp and a /workspace of its own
     * @param isTaken whether a program of this machine listens on this port
     * @param isFull whether nothing more can be written to this folder
     */
    public record Circumstances(
            String workFolder,
            Set<String> heldBack,
            boolean reads,
            String home,
            Predicate<String> isThere,
            boolean ownFolders,
            IntPredicate isTaken,
            Predicate<String> isFull) {
        public Circumstances {
            heldBack = Set.copyOf(heldBack);
        }
    }

    /**
     * A hint, if there is one.
     *
     * @param firstFailure what failed first
     * @param lines the last lines of its log
     */
    public static Optional<String> of(
            RunState.FirstFailure firstFailure, List<String> lines, Circumstances circumstances) {
        if (firstFailure.container().neverRan()) {
            return firstFailure.container().message().contains("has no command")
                    ? Optional.of("set spec.trainer.command")
                    : Optional.empty();
        }
        String text = firstFailure.container().message() + "\n" + String.join("\n", lines);
        int code = firstFailure.container().exitCode().orElse(0);
        if (firstFailure.container().reason().equals("OOMKilled")) {
            return Optional.of(
                    "it took more memory than its limit: raise resourcesPerNode.limits.memory of the trainer, or take smaller batches");
        }
        return missingModule(text, circumstances)
                .or(() -> missingScript(text, circumstances.workFolder()))
                .or(() -> missingProgram(text, code))
                .or(() -> hiddenFile(text, circumstances))
                .or(() -> fileElsewhere(text, circumstances))
                .or(() -> noGroup(text, circumstances.home()))
                .or(() -> missingVariable(text, circumstances.heldBack()))
                .or(() -> debugger(text, circumstances.reads()))
                .or(() -> wellKnown(text, code, circumstances))
                .or(() -> signal(text, code));
    }

    private static Optional<String> missingModule(String text, Circumstances circumstances) {
        if (text.contains("No module named trainyard_initializer")) {
            return Optional.of("the program that fetches data sets and models comes with the distribution of Trainyard:"
                    + " start its bin/trainyard, or install clients/initializer into the Python that ran");
        }
        Matcher matcher = MISSING_MODULE.matcher(text);
        if (!matcher.find()) {
            return Optional.empty();
        }
        String module = matcher.group(1);
        return Stream.of(circumstances.home, circumstances.home + "/src", circumstances.workFolder)
                .filter(folder -> isModule(folder + "/" + module.replace('.', '/'), circumstances))
                .map(folder -> "the module " + module + " is in " + folder
                        + ", where Python does not look for it: write PYTHONPATH=" + folder + " before the command")
                .findFirst()
                .or(() -> Optional.of("the Python that ran has no module " + module
                        + ": install it there, or name another interpreter with --python"));
    }

    private static boolean isModule(String path, Circumstances circumstances) {
        return circumstances.isThere.test(path + ".py") || circumstances.isThere.test(path);
    }

    private static Optional<String> missingScript(String text, String workFolder) {
        Matcher matcher = NO_SCRIPT.matcher(text);
        return matcher.find()
                ? Optional.of(matcher.group(1) + " does not exist; programs start in " + workFolder
                        + ", another folder may be given with --workdir")
                : Optional.empty();
    }

    private static Optional<String> missingProgram(String text, int code) {
        Matcher shell = SHELL_NOT_FOUND.matcher(text);
        if (code == 127 && shell.find()) {
            return Optional.of(notInstalled(shell.group(1)));
        }
        Matcher matcher = NO_PROGRAM.matcher(text);
        if ((code == 128 || code == 127) && matcher.find()) {
            return Optional.of(notInstalled(matcher.group(1)));
        }
        return Optional.empty();
    }

    private static String notInstalled(String program) {
        return program + " is not installed on this machine, or not in the PATH"
                + (program.startsWith("python")
                        ? ": install Python 3, or name an interpreter with --python"
                        : program.equals("torchrun")
                                ? ": it comes with PyTorch; name the interpreter that has it with --python, or type \"python3 -m pip install torch\""
                                : "; containers run here as processes, without their image");
    }

    /** A file of this machine lies where each container has a folder of its own. */
    private static Optional<String> hiddenFile(String text, Circumstances circumstances) {
        return NO_FILE.groupsIn(text).stream()
                .filter(circumstances.isThere)
                .filter(path -> circumstances.ownFolders)
                .flatMap(path -> Stream.of("/tmp", "/workspace")
                        .filter(folder -> path.startsWith(folder + "/"))
                        .map(folder -> "pods have a " + folder + " of their own, in which " + path
                                + " of this machine is not: put it elsewhere"))
                .findFirst();
    }

    /** The user thinks of a folder that the program does not start in. */
    private static Optional<String> fileElsewhere(String text, Circumstances circumstances) {
        return RELATIVE_FILE.groupsIn(text).stream()
                .filter(path -> !circumstances.home.equals(circumstances.workFolder)
                        && circumstances.isThere.test(circumstances.home + "/" + path))
                .map(path -> path + " is in " + circumstances.home + ", but programs start in "
                        + circumstances.workFolder + ": --workdir . starts them here")
                .findFirst();
    }

    /** The first frame is that of the script which was started. */
    private static Optional<String> noGroup(String text, String home) {
        Matcher lightning = LIGHTNING.matcher(text);
        if (lightning.find()) {
            return Optional.of("--nproc " + lightning.group(1) + " --nodes " + lightning.group(2)
                    + " starts as many processes as the program asks for; without both it starts them itself");
        }
        Matcher missing = NO_GROUP.matcher(text);
        if (!missing.find()) {
            return Optional.empty();
        }
        String script = FRAME.groupsIn(text).stream()
                .findFirst()
                .map(path -> path.startsWith(home + "/") ? path.substring(home.length() + 1) : path)
                .orElse("train.py");
        return Optional.of("trainyard run " + script
                + " --nproc 2 starts it as a group of two: it is made for torchrun, which sets " + missing.group(1));
    }

    private static Optional<String> missingVariable(String text, Set<String> heldBack) {
        return MISSING_VARIABLE.groupsIn(text).stream()
                .filter(heldBack::contains)
                .findFirst()
                .map(name -> "--set-env " + name + " passes it on from your shell");
    }

    private static Optional<String> debugger(String text, boolean reads) {
        if (text.contains("EOFError: EOF when reading a line")) {
            return Optional.of(
                    reads
                            ? "its input ended before the program had read what it wanted; with -d it has none"
                            : "programs of a run have no standard input: --debug 0 lets rank 0 read what you type");
        }
        if (!text.contains("bdb.BdbQuit")) {
            return Optional.empty();
        }
        return Optional.of(
                reads
                        ? "you left the debugger, and that ends the program; c lets it go on"
                        : "breakpoint() found nobody to talk to: --debug 0 connects it, in rank 0, to this terminal");
    }

    private static Optional<String> wellKnown(String text, int code, Circumstances circumstances) {
        if (text.contains("AttributeError: 'NoneType' object has no attribute 'get'") && text.contains("to_map")) {
            return Optional.of(
                    "torchrun of PyTorch 1.13 does not start on Python 3.11 or newer by itself: add --set-env PET_REDIRECTS=1 --set-env"
                            + " PET_TEE=1, or use a newer PyTorch");
        }
        if (text.contains("Torch not compiled with CUDA enabled") || text.contains("Found no NVIDIA driver")) {
            return Optional.of(
                    "the program wants CUDA, which the PyTorch or the machine here does not have: let it take the"
                            + " device cpu, such as \"cuda\" if torch.cuda.is_available() else \"cpu\"");
        }
        if ((text.contains("NCCL") && text.contains("no CUDA"))
                || text.contains("ProcessGroupNCCL is only supported with GPUs")
                || text.contains("nccl2 requires at least one CUDA device")
                || text.contains("doesn't have NCCL built in")) {
            return Optional.of(
                    "NCCL needs GPUs; without them use the back-end gloo: init_process_group(\"gloo\"), often an option of the program, such as"
                            + " --backend gloo");
        }
        if (text.contains("ValueError: Number of processes must be defined")
                || text.contains("ValueError: coordinator_address should be defined")) {
            return Optional.of(
                    "jax.distributed.initialize() finds its group by itself where Open MPI starts it: --framework mpi --nproc 2 does; elsewhere"
                            + " it has to be given num_processes=int(os.environ[\"JAX_NUM_PROCESSES\"]) and"
                            + " process_id=int(os.environ[\"JAX_PROCESS_ID\"])");
        }
        if (text.contains("CUDA out of memory") || text.contains("CUDA error: out of memory")) {
            return Optional.of(
                    "the GPU has too little memory for this: take a smaller batch; --set-env PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True"
                            + " helps where much is reserved and not used, --nproc 1 where processes share a GPU, and \"nvidia-smi\" shows"
                            + " who else uses it");
        }
        if (text.contains("Duplicate GPU detected")) {
            return Optional.of(
                    "NCCL wants a GPU for each rank: take as many as there are GPUs, such as --nproc 1, or the back-end gloo:"
                            + " init_process_group(\"gloo\"), often an option of the program, such as --backend gloo");
        }
        if (text.contains("Address already in use") || text.contains("EADDRINUSE")) {
            return Optional.of(takenPort(text, circumstances));
        }
        if (text.contains("error: the following arguments are required:")) {
            return Optional.of("arguments of the program stand behind --, as in: trainyard run train.py -- --lr 0.1");
        }
        if (text.contains(RELATIVE_IMPORT)) {
            return Optional.of(
                    "the script is a module of a package, and has to be started as one, from the folder that the package"
                            + " lies in: trainyard launch -- python -m PACKAGE.MODULE");
        }
        if (text.contains("No space left on device")) {
            return Optional.of(noSpace(text, circumstances));
        }
        if (code == 126) {
            return Optional.of(
                    "the file is there but may not be executed: chmod +x, or start it through its interpreter");
        }
        return Optional.empty();
    }

    /** What is full when the programs have ended; what they had filled in memory is free again. */
    private static String noSpace(String text, Circumstances circumstances) {
        if (text.contains("</torch_") || text.contains("shared memory")) {
            return "shared memory (/dev/shm) was full, where workers of a DataLoader leave their batches: take fewer, num_workers=0 for"
                    + " none; \"df -h /dev/shm\" shows its size";
        }
        return Stream.of(circumstances.workFolder, circumstances.home, "/tmp")
                .filter(circumstances.isFull)
                .findFirst()
                .map(folder -> "nothing fits into " + folder
                        + " any more: remove something there, \"trainyard clean\" removes old runs")
                .orElse("a disk that the program wrote to was full: \"df -h\" and \"df -i\" show which");
    }

    /** The programs of the job have ended by now: who still has the port is another one. */
    private static String takenPort(String text, Circumstances circumstances) {
        Optional<Integer> port = text.lines()
                .filter(line -> line.contains("Address already in use") || line.contains("EADDRINUSE"))
                .flatMap(line -> PORT.groupsIn(line).stream())
                .map(Integer::valueOf)
                .findFirst();
        return port.filter(circumstances.isTaken::test)
                .map(taken ->
                        "another program uses port " + taken + "; see \"trainyard ps\" for runs that are still there")
                .orElse("a port that the program wants was in use"
                        + port.map(free -> ", " + free + ", which is free now").orElse("")
                        + ": nodes of a job share the ports of this machine, so let each take one of its own");
    }

    private static Optional<String> signal(String text, int code) {
        if (code == 139 || text.contains("Signal 11 (SIGSEGV)")) {
            return Optional.of(
                    "it crashed in native code (SIGSEGV), so there is no traceback: --set-env PYTHONFAULTHANDLER=1 shows"
                            + " where Python was");
        }
        if (code == 137 || text.contains("Signal 9 (SIGKILL)")) {
            return Optional.of(
                    "the process was killed (SIGKILL): \"dmesg\" says whether the system did, for want of memory");
        }
        return Optional.empty();
    }
}
