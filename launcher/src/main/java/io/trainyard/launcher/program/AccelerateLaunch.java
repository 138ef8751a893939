package io.trainyard.launcher.program;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What {@code accelerate launch} becomes where a runtime says how many nodes and processes there are. Pure.
 *
 * @param nodes number of nodes
 * @param processes processes on each; empty for one
 */
record AccelerateLaunch(int nodes, Optional<String> processes) {
    /** These say what the runtime says. */
    private static final Set<String> PLACEMENT =
            Set.of("--num_processes", "--num_machines", "--machine_rank", "--main_process_ip", "--main_process_port");

    /**
     * Without options, torchrun does the same, and knows how many processes there are. With options, accelerate starts the processes of each node itself.
     *
     * @param words begin with accelerate launch
     * @throws UnclearProgramException when its options say what others have to say
     */
    List<String> command(List<String> words) {
        int script = script(words);
        List<String> options = words.subList(2, script);
        List<String> program = words.subList(script, words.size());
        if (options.isEmpty()) {
            int module = program.get(0).startsWith("-") ? 1 : 0;
            return LiteralText.of(TrainingProgram.torchrun(
                    List.of("torchrun"), program.subList(0, module), program.subList(module, program.size())));
        }
        options.stream()
                .map(option -> option.replaceAll("=.*", "").replaceAll("(?<=\\w)-", "_"))
                .filter(PLACEMENT::contains)
                .findFirst()
                .ifPresent(option -> {
                    throw new UnclearProgramException("accelerate: leave " + option
                            + " out; --nodes and --nproc of trainyard say how many processes there are and where");
                });
        String count = processes.orElse("1");
        if (!count.matches("\\d{1,5}")) {
            throw new UnclearProgramException(
                    "accelerate: with options of its own it has to know how many processes there are on"
                            + " each node: give --nproc a number, not " + count);
        }
        List<String> placed = List.of(
                LiteralText.of(words.get(0)),
                "launch",
                "--num_machines=" + nodes,
                "--num_processes=" + nodes * Long.parseLong(count),
                "--machine_rank=$(PET_NODE_RANK)",
                "--main_process_ip=$(PET_MASTER_ADDR)",
                "--main_process_port=$(PET_MASTER_PORT)");
        return TrainingProgram.joined(placed, LiteralText.of(TrainingProgram.joined(options, program)));
    }

    private static int script(List<String> words) {
        for (int i = 2; i < words.size(); i++) {
            boolean module = words.get(i).equals("-m") || words.get(i).equals("--module");
            if (words.get(i).endsWith(".py") || module) {
                return i;
            }
        }
        throw new UnclearProgramException("accelerate launch: name a script, such as train.py");
    }
}
