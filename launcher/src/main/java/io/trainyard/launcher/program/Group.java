package io.trainyard.launcher.program;

import java.util.Optional;

/**
 * The processes that somebody asks for. Without nodes and processes, that is the one command as it was typed. Pure.
 *
 * @param nodes number of nodes; empty to leave it to the runtime
 * @param processes processes on each node: a number, auto, cpu or gpu; empty for what the framework does
 */
public record Group(Optional<Integer> nodes, Optional<String> processes) {
    /** One process. */
    public static final Group NONE = new Group(Optional.empty(), Optional.empty());

    /** Whether a group is asked for, be it of one process. */
    public boolean isAsked() {
        return nodes.isPresent() || processes.isPresent();
    }

    /**
     * The framework that decides what is started on this machine. What one process imports chooses nothing.
     *
     * @param wanted the framework, where somebody said which
     * @return empty where the program tells
     */
    public Optional<Framework> framework(Optional<Framework> wanted) {
        return isAsked() ? wanted : wanted.or(() -> Optional.of(Framework.PLAIN));
    }

    int nodeCount() {
        return nodes.orElse(1);
    }

    boolean isOfSeveralNodes() {
        return nodeCount() > 1;
    }

    boolean isOfSeveral() {
        return isOfSeveralNodes() || processCount() > 1;
    }

    /** Processes of a node where that is a number; 1 for words, which mean what there is to run on. */
    int processCount() {
        return processes
                .filter(text -> text.matches("\\d{1,6}"))
                .map(Integer::valueOf)
                .orElse(1);
    }

    /** Options that ask for it. */
    String options() {
        return nodes.map(count -> "--nodes " + count + " ").orElse("")
                + processes.map(count -> "--nproc " + count + " ").orElse("");
    }

    /** As a part of a sentence: 2 nodes × 4 processes. */
    String text() {
        String each = processes.orElse("1");
        return nodesText() + " × " + (each.equals("1") ? "1 process" : each + " processes");
    }

    /** The same where a launcher decides what a node has, if nobody else does. */
    String textOfLauncher() {
        return processes.isPresent() ? text() : nodesText();
    }

    private String nodesText() {
        return nodeCount() == 1 ? "1 node" : nodeCount() + " nodes";
    }
}
