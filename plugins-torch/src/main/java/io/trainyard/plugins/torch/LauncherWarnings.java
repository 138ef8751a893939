package io.trainyard.plugins.torch;

import io.trainyard.spi.framework.CommandLine;
import io.trainyard.spi.framework.Launchers;
import io.trainyard.spi.framework.PythonProgram;
import io.trainyard.spi.framework.StartedProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Finds launchers that will not start the group which a TrainJob asks for: their options beat the variables, or they read others. Nothing fails then; every
 * node trains by itself, for the price of all. Pure.
 */
final class LauncherWarnings {
    private static final Map<String, Integer> TORCHRUN_FLAGS =
            Map.of("standalone", 0, "m", 0, "module", 0, "no_python", 0, "run_path", 0, "use_env", 0);
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,6}");
    private static final String[] TORCHRUN = {"torchrun", "torch.distributed.run", "torch.distributed.launch"};

    private final CommandLine line;
    private final PromisedGroup group;
    private final Predicate<String> defined;
    private final List<String> found = new ArrayList<>();

    private LauncherWarnings(CommandLine line, PromisedGroup group, Predicate<String> defined) {
        this.line = line;
        this.group = group;
        this.defined = defined;
    }

    /**
     * The warnings, without the field that they are about.
     *
     * @param line what the trainer container starts
     * @param group what it should come to
     * @param defined whether the runtime or the user sets a variable
     */
    static List<String> of(CommandLine line, PromisedGroup group, Predicate<String> defined) {
        LauncherWarnings warnings = new LauncherWarnings(line, group, defined);
        warnings.look();
        return List.copyOf(warnings.found);
    }

    /** The torchrun that a command starts, without the options of the program that it starts in turn. */
    static Optional<StartedProgram> torchrunIn(CommandLine line) {
        return line.first(TORCHRUN).map(torchrun -> torchrun.ownOptions(TORCHRUN_FLAGS));
    }

    private void look() {
        Optional<StartedProgram> torchrun = torchrunIn(line);
        if (torchrun.isPresent()) {
            torchrun(torchrun.get());
        } else if (group.nodes() > 1 && ownLauncher()) {
            return;
        } else {
            python();
        }
    }

    private void torchrun(StartedProgram torchrun) {
        if (!group.elastic()) {
            value(torchrun, "nnodes").ifPresent(this::nodeCount);
        }
        if (group.nodes() > 1) {
            if (!group.elastic()) {
                fixedNodes(torchrun);
            }
            endpoint(torchrun, "rdzv_endpoint");
            endpoint(torchrun, "master_addr");
        }
        OptionalInt started = number(value(torchrun, "nproc_per_node"));
        if (started.isPresent()
                && group.requestedProcesses().isPresent()
                && started.getAsInt() != group.requestedProcesses().getAsInt()) {
            warn("torchrun --nproc_per_node=" + started.getAsInt() + " beats numProcPerNode, which is "
                    + group.requestedProcesses().getAsInt() + "; remove one of them");
        }
    }

    private void fixedNodes(StartedProgram torchrun) {
        if (torchrun.has("--standalone")) {
            warn("torchrun --standalone gives each of the " + nodes()
                    + " a meeting place of its own, where it waits for the others, so nobody trains; remove it, torchrun"
                    + " finds the others by its variables");
        }
        value(torchrun, "node_rank")
                .filter(LauncherWarnings::isLiteral)
                .ifPresent(rank -> warn("torchrun --node_rank=" + rank + " is the same on all " + nodes()
                        + ", so they do not come together; remove it, or write --node_rank=$(PET_NODE_RANK)"));
    }

    /** A number, or the least and the greatest. */
    private void nodeCount(String option) {
        String[] bounds = option.split(":", 2);
        OptionalInt least = number(Optional.of(bounds[0]));
        OptionalInt most = number(Optional.of(bounds[bounds.length - 1]));
        if (least.isEmpty() || most.isEmpty()) {
            return;
        }
        String remedy = "; remove it, or write --nnodes=$(PET_NNODES)";
        if (most.getAsInt() < group.nodes()) {
            warn("torchrun --nnodes=" + option + " beats the " + nodes() + " of the TrainJob"
                    + (most.getAsInt() == 1 ? ", so each trains alone" : ", so some of them are not let in") + remedy);
        } else if (least.getAsInt() > group.nodes()) {
            warn("torchrun --nnodes=" + option + " waits for more nodes than there are: the TrainJob has "
                    + group.nodes() + remedy);
        }
    }

    private void endpoint(StartedProgram torchrun, String option) {
        value(torchrun, option)
                .filter(address -> address.startsWith("localhost") || address.startsWith("127."))
                .ifPresent(address -> warn("torchrun --" + option + "=" + address + " is another place on each of the "
                        + nodes() + ", so they do not find each other; remove it"));
    }

    /** Launchers that read other variables, or none. True when one of them is there. */
    private boolean ownLauncher() {
        Optional<StartedProgram> accelerate = line.first("accelerate", "accelerate.commands.launch");
        if (accelerate.isPresent()) {
            if (accelerate.get().python() || accelerate.get().has("launch")) {
                accelerate(accelerate.get(), "accelerate launch", "torchrun");
            }
            return true;
        }
        Optional<StartedProgram> trl = line.first("trl");
        if (trl.isPresent()) {
            String method = trl.get().arguments().stream().findFirst().orElse("sft");
            accelerate(trl.get(), "trl " + method, "[torchrun, -m, trl.scripts." + method + "]");
            return true;
        }
        Optional<StartedProgram> axolotl = line.first("axolotl");
        if (axolotl.isPresent()) {
            if (!axolotl.get().option("launcher").equals(Optional.of("torchrun"))) {
                accelerate(axolotl.get(), "axolotl", "[axolotl, train, …, --launcher, torchrun]");
            }
            return true;
        }
        Optional<StartedProgram> factory = line.first("llamafactory-cli", "lmf");
        if (factory.isPresent()) {
            if (!defined.test("FORCE_TORCHRUN") || !defined.test("NNODES")) {
                alone(
                        "llamafactory-cli reads NNODES, NODE_RANK and FORCE_TORCHRUN, which nobody sets",
                        "use the runtime llama-factory, which does");
            }
            return true;
        }
        Optional<StartedProgram> deepspeed = line.first("deepspeed", "deepspeed.launcher.runner");
        if (deepspeed.isPresent()) {
            if (deepspeed.get().option("hostfile", "H").isEmpty()
                    && !deepspeed.get().has("--no_ssh")) {
                alone("deepspeed finds no hostfile", "write torchrun, or use the runtime deepspeed-distributed");
            }
            return true;
        }
        Optional<String> ofHosts = line.firstOf(Launchers.OF_MPI).or(() -> line.firstOf(Set.of("horovodrun")));
        ofHosts.ifPresent(name -> alone(name + " knows no other hosts here", "use a runtime with mlPolicy.mpi"));
        return ofHosts.isPresent();
    }

    private void accelerate(StartedProgram launcher, String what, String instead) {
        Optional<String> machines = launcher.option("num_machines");
        boolean configured = launcher.option("config_file", "accelerate_config").isPresent();
        OptionalInt count = number(machines);
        if (machines.isEmpty() && !configured) {
            alone(
                    what + " does not take the number of nodes from PET_NNODES",
                    "write " + instead + ", or add --num_machines, --machine_rank and --main_process_ip");
        } else if (group.leastNodes() != group.nodes()) {
            warn(what + " wants a number of machines that does not change, but the job has " + nodes() + "; write "
                    + instead);
        } else if (count.isPresent() && count.getAsInt() != group.nodes()) {
            warn(what + " --num_machines=" + count.getAsInt() + " is not the number of nodes, which is " + group.nodes()
                    + "; write --num_machines=$(PET_NNODES)");
        } else if (launcher.option("machine_rank")
                .filter(rank -> !isLiteral(rank))
                .isEmpty()) {
            warn(what + " has the same machine_rank on all " + nodes()
                    + ", so they do not come together; add --machine_rank=$(PET_NODE_RANK)");
        } else {
            processes(launcher, what);
        }
    }

    /** Accelerate counts the processes of all machines. */
    private void processes(StartedProgram launcher, String what) {
        OptionalInt started = number(launcher.option("num_processes"));
        OptionalInt onEach = group.requestedProcesses().isPresent() ? group.requestedProcesses() : group.accelerators();
        if (started.isPresent()
                && (onEach.isPresent()
                        ? started.getAsInt() != group.nodes() * onEach.getAsInt()
                        : started.getAsInt() % group.nodes() != 0)) {
            warn(what + " --num_processes=" + started.getAsInt() + " counts the processes of all " + nodes()
                    + " together, and should be "
                    + (onEach.isPresent() ? group.nodes() * onEach.getAsInt() : "a multiple of " + group.nodes()));
        }
    }

    /** Who asks for one process on each node gets that, and forms the group in the program. */
    private void python() {
        boolean several = group.requestedProcesses().isPresent()
                ? group.requestedProcesses().getAsInt() > 1
                : group.nodes() > 1;
        boolean groupIsSet = (defined.test("RANK") && defined.test("WORLD_SIZE"))
                || line.words().stream().anyMatch(word -> word.contains("WORLD_SIZE="));
        Optional<StartedProgram> alone =
                line.started().stream().filter(PythonProgram::mayWantGroup).findFirst();
        if (several && !groupIsSet && alone.isPresent()) {
            String started = group.nodes() > 1
                    ? "one process on each of the " + nodes()
                    : "one process, not the " + group.requestedProcesses().orElse(1) + " of numProcPerNode";
            warn("python starts " + started + ", without RANK and WORLD_SIZE, so each trains alone; "
                    + (alone.get().text().isPresent() ? "start it from a file, with torchrun" : "write torchrun")
                    + ", or numProcPerNode: 1 where the program forms the group itself");
        }
    }

    private void alone(String reason, String remedy) {
        warn(reason + ", so each of the " + nodes() + " trains alone; " + remedy);
    }

    private String nodes() {
        return group.nodeCount() + " nodes";
    }

    private void warn(String text) {
        found.add(text);
    }

    private static Optional<String> value(StartedProgram program, String option) {
        return program.option(option).filter(value -> !value.isEmpty());
    }

    /** Not a reference to a variable, whose value is not known here. */
    private static boolean isLiteral(String value) {
        return value.indexOf('$') < 0;
    }

    private static OptionalInt number(Optional<String> value) {
        return value.filter(text -> NUMBER.matcher(text).matches())
                .map(text -> OptionalInt.of(Integer.parseInt(text)))
                .orElse(OptionalInt.empty());
    }
}
