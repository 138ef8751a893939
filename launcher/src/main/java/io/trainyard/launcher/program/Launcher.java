package io.trainyard.launcher.program;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs that start the processes of a group: how they are called, and how they learn of the other nodes. Pure. */
enum Launcher {
    TORCHRUN(Framework.TORCH, Learns.BY_VARIABLES, "torchrun", "torch.distributed.run", "torch.distributed.launch"),
    PADDLE(Framework.PADDLE, Learns.BY_VARIABLES, "paddle.distributed.launch", "fleetrun"),
    MPIRUN(Framework.MPI, Learns.BY_HOSTFILE, "mpirun", "mpiexec", "orterun", "prterun"),
    ACCELERATE(
            Framework.TORCH, Learns.BY_OPTIONS, "accelerate launch", "accelerate-launch", "accelerate.commands.launch"),
    FABRIC(
            Framework.TORCH,
            Learns.BY_OPTIONS,
            "fabric run",
            "lightning_fabric.cli run",
            "lightning.fabric.cli run",
            "lightning.fabric run"),
    DEEPSPEED(Framework.TORCH, Learns.NOT, "deepspeed", "deepspeed.launcher.runner"),
    HOROVODRUN(Framework.HOROVOD, Learns.NOT, "horovodrun"),
    TRL(Framework.TORCH, Learns.NOT, "trl"),
    TUNE(Framework.TORCH, Learns.NOT, "tune");

    /** How it learns of the group. */
    enum Learns {
        BY_VARIABLES,
        BY_HOSTFILE,
        BY_OPTIONS,
        NOT
    }

    private final Framework framework;
    private final Learns learns;
    private final List<List<String>> names;

    Launcher(Framework framework, Learns learns, String... names) {
        this.framework = framework;
        this.learns = learns;
        this.names = Arrays.stream(names).map(name -> List.of(name.split(" "))).toList();
    }

    Framework framework() {
        return framework;
    }

    Learns learns() {
        return learns;
    }

    /**
     * A launcher among words.
     *
     * @param end where its own options, or the words of what it starts, begin
     */
    record Found(Launcher launcher, int end) {}

    /**
     * The launcher that these words begin with.
     *
     * @param first the name: that of a program without its folder, or of a module
     * @param rest what follows it
     */
    static Optional<Found> of(String first, List<String> rest) {
        for (Launcher launcher : values()) {
            for (List<String> name : launcher.names) {
                List<String> more = name.subList(1, name.size());
                // Debian has one of each implementation: mpirun.openmpi.
                boolean ofMpi = launcher == MPIRUN && first.startsWith(name.get(0) + ".");
                if ((name.get(0).equals(first) || ofMpi)
                        && rest.size() >= more.size()
                        && rest.subList(0, more.size()).equals(more)) {
                    return Optional.of(new Found(launcher, more.size()));
                }
            }
        }
        return Optional.empty();
    }

    /** Whether a program of this name is a launcher, or would be one with the right word behind it. */
    static boolean isName(String name) {
        return Arrays.stream(values())
                .flatMap(launcher -> launcher.names.stream())
                .anyMatch(each -> each.get(0).equals(name));
    }

    /**
     * Options that tell it of the group, with references to variables of the runtime.
     *
     * @param typed its options as they were typed
     * @throws UnclearProgramException where these say something else
     */
    List<String> placement(Group group, List<String> typed) {
        if (!group.processes().orElse("1").matches("\\d{1,5}")) {
            throw new UnclearProgramException(names.get(0).get(0)
                    + ": has to know how many processes there are on each node: give --nproc a number, not "
                    + group.processes().orElse(""));
        }
        Map<String, String> options = this == ACCELERATE ? accelerate(group) : fabric(group);
        for (int i = 0; i < typed.size(); i++) {
            String[] parts = typed.get(i).split("=", 2);
            String option = parts[0].replaceAll("(?<=\\w)[-_]", this == ACCELERATE ? "_" : "-");
            String value = parts.length > 1 ? parts[1] : i + 1 < typed.size() ? typed.get(i + 1) : "";
            if (options.containsKey(option) && !value.equals(options.get(option))) {
                throw new UnclearProgramException(names.get(0).get(0) + ": leave " + option
                        + " out; --nodes and --nproc of trainyard say how many processes there are and where");
            }
        }
        return Stream.concat(
                        this == ACCELERATE && group.isOfSeveral() ? distributed(typed) : Stream.empty(),
                        options.entrySet().stream().map(option -> option.getKey() + "=" + option.getValue()))
                .toList();
    }

    /** Without GPUs, and with one on each node, it starts a single process unless an option names several. */
    private static Stream<String> distributed(List<String> typed) {
        boolean said = typed.stream()
                .map(option -> option.replace('-', '_'))
                .anyMatch(option -> option.startsWith("__use_")
                        || option.startsWith("__config_file")
                        || option.equals("__multi_gpu")
                        || option.equals("__tpu"));
        return said ? Stream.empty() : Stream.of("--multi_gpu");
    }

    private static Map<String, String> accelerate(Group group) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("--num_machines", String.valueOf(group.nodeCount()));
        options.put("--num_processes", String.valueOf((long) group.nodeCount() * group.processCount()));
        options.put("--machine_rank", "$(PET_NODE_RANK)");
        options.put("--main_process_ip", "$(PET_MASTER_ADDR)");
        options.put("--main_process_port", "$(PET_MASTER_PORT)");
        return options;
    }

    private static Map<String, String> fabric(Group group) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("--num-nodes", String.valueOf(group.nodeCount()));
        options.put("--devices", String.valueOf(group.processCount()));
        options.put("--node-rank", "$(PET_NODE_RANK)");
        options.put("--main-address", "$(PET_MASTER_ADDR)");
        options.put("--main-port", "$(PET_MASTER_PORT)");
        return options;
    }
}
