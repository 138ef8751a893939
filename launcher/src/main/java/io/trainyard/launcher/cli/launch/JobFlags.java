package io.trainyard.launcher.cli.launch;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.launcher.cli.input.FrameworkName;
import io.trainyard.launcher.cli.input.ProcessCount;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.program.Code;
import io.trainyard.launcher.program.Framework;
import io.trainyard.launcher.program.Group;
import io.trainyard.launcher.program.JobSettings;
import io.trainyard.launcher.program.LiteralText;
import io.trainyard.launcher.program.ProgramJob;
import io.trainyard.launcher.program.TrainingProgram;
import io.trainyard.launcher.program.UnclearProgramException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is said of a job beside its program; shared by the commands that make a TrainJob of a program. */
final class JobFlags {
    private static final Pattern AMOUNT = Pattern.compile("\\d{1,15}(\\.\\d{1,3})?(m|k|M|G|T|Ki|Mi|Gi|Ti)?");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*");
    private static final Pattern SECRET =
            Pattern.compile("(?i).*(TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY|CREDENTIAL).*");
    private static final String NVIDIA = "nvidia.com/gpu";

    @Option(names = "--nodes", paramLabel = "N", description = "Train as a group of so many nodes, also of 1.")
    private @Nullable Integer nodes;

    @Option(
            names = "--nproc",
            paramLabel = "N",
            description =
                    "Train as a group with so many processes on each node: a number or auto, for PyTorch also cpu or gpu.")
    private @Nullable String processes;

    @Option(names = "--framework", paramLabel = "NAME", description = FrameworkName.DESCRIPTION)
    private @Nullable String framework;

    @Option(
            names = "--runtime",
            paramLabel = "NAME",
            description = "The runtime to use instead of that of the framework; see 'trainyard runtimes'.")
    private @Nullable String runtime;

    @Option(names = "--name", paramLabel = "NAME", description = "Name of the TrainJob; that of the script without it.")
    private @Nullable String name;

    @Option(
            names = "--image",
            paramLabel = "IMAGE",
            description = "The image in a cluster; that of the runtime without it.")
    private @Nullable String image;

    @Option(
            names = "--env",
            paramLabel = "NAME=VALUE",
            description = "An environment variable of the program, here and in a cluster. May be repeated.")
    private List<String> variables = List.of();

    @Option(names = "--cpus", paramLabel = "N", description = "CPUs that each node asks for.")
    private @Nullable String cpus;

    @Option(names = "--memory", paramLabel = "AMOUNT", description = "Memory of each node, such as 16Gi.")
    private @Nullable String memory;

    @Option(
            names = "--gpus",
            paramLabel = "N",
            description = "GPUs of each node; such as amd.com/gpu=4 for those of others than NVIDIA.")
    private @Nullable String gpus;

    /**
     * The TrainJob of a program, as it is started here.
     *
     * @param typed what starts it
     * @param code reads files from the folder that it starts in
     * @throws CommandException when something is wrong with flags or words
     */
    ProgramJob jobHere(List<String> typed, Code code) {
        return job(typed, code, group().framework(FrameworkName.of(framework)));
    }

    /**
     * The TrainJob of a program, for a file or a cluster.
     *
     * @param typed what starts it
     * @param code reads files from the folder that it starts in
     * @throws CommandException when something is wrong with flags or words
     */
    ProgramJob job(List<String> typed, Code code) {
        return job(typed, code, FrameworkName.of(framework));
    }

    private ProgramJob job(List<String> typed, Code code, Optional<Framework> known) {
        if (nodes != null && nodes < 1) {
            throw wrong("--nodes: must be 1 or more, not " + nodes);
        }
        ProcessCount.require(processes);
        try {
            TrainingProgram program = TrainingProgram.of(LiteralText.of(typed), known, group(), code);
            ProgramJob job = new ProgramJob(program, settings());
            job.tree();
            return job;
        } catch (UnclearProgramException unclear) {
            throw new CommandException(ExitCodes.WRONG_INPUT, String.valueOf(unclear.getMessage()), unclear);
        }
    }

    /** What each node of two starts, as it is typed. */
    String ofTwoNodes(List<String> typed, Code code) {
        Group two = new Group(Optional.of(2), Optional.empty());
        return String.join(
                " ",
                TrainingProgram.of(LiteralText.of(typed), FrameworkName.of(framework), two, code)
                        .command());
    }

    /** A node with GPUs has a process for each. */
    private Group group() {
        return new Group(Optional.ofNullable(nodes), processes());
    }

    private Optional<String> processes() {
        return Optional.ofNullable(processes)
                .or(() ->
                        Optional.ofNullable(gpus).filter(given -> nodes != null).map(given -> "auto"));
    }

    private JobSettings settings() {
        Map<String, String> requests = new LinkedHashMap<>();
        Map<String, String> limits = new LinkedHashMap<>();
        if (cpus != null) {
            // No limit: what nobody else uses may be used.
            requests.put("cpu", amount("--cpus", cpus, "4"));
        }
        if (memory != null) {
            requests.put("memory", amount("--memory", memory, "16Gi"));
            limits.put("memory", memory);
        }
        if (gpus != null) {
            int equals = gpus.indexOf('=');
            String resource = equals < 0 ? NVIDIA : gpus.substring(0, equals);
            String count = gpus.substring(equals + 1);
            if (!count.matches("\\d{1,5}") || resource.isEmpty()) {
                throw wrong("--gpus: must be a number, or one behind the name of a resource as in amd.com/gpu=4, not "
                        + gpus);
            }
            limits.put(resource, count);
        }
        return new JobSettings(
                Optional.ofNullable(name),
                Optional.ofNullable(runtime),
                Optional.ofNullable(image),
                variables(),
                requests,
                limits);
    }

    private Map<String, String> variables() {
        Map<String, String> all = new LinkedHashMap<>();
        for (String variable : variables) {
            int equals = variable.indexOf('=');
            if (equals < 1 || !VARIABLE.matcher(variable.substring(0, equals)).matches()) {
                throw wrong("--env: must be NAME=VALUE, not " + variable);
            }
            all.put(variable.substring(0, equals), variable.substring(equals + 1));
        }
        return all;
    }

    /** One line about variables whose values had better not stand in a TrainJob that others may read; empty when there are none. */
    Optional<String> openSecrets() {
        List<String> names = variables().keySet().stream()
                .filter(each -> SECRET.matcher(each).matches())
                .toList();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of("warning: --env: everybody who may read the TrainJob reads " + String.join(", ", names)
                        + "; in a cluster, take it from a Secret (valueFrom: secretKeyRef)");
    }

    private static String amount(String flag, String amount, String example) {
        if (!AMOUNT.matcher(amount).matches()) {
            throw wrong(flag + ": must be an amount such as " + example + ", not " + amount);
        }
        return amount;
    }
}
