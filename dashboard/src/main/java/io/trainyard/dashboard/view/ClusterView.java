package io.trainyard.dashboard.view;

import java.util.List;

/**
 * Machines and queues.
 *
 * @param nodes with accelerators or pods of jobs
 * @param queues of Kueue; empty where it is not there
 */
public record ClusterView(List<Node> nodes, List<Queue> queues) {
    public ClusterView {
        nodes = List.copyOf(nodes);
        queues = List.copyOf(queues);
    }

    /**
     * A machine.
     *
     * @param accelerators in use, and there
     * @param problem why it takes no pods; empty when it does
     */
    public record Node(String name, String device, Count accelerators, List<JobKey> jobs, String problem) {
        public Node {
            jobs = List.copyOf(jobs);
        }
    }

    /**
     * A queue.
     *
     * @param accelerators in use, and granted
     * @param waiting in the order of their turn
     */
    public record Queue(
            String namespace, String name, Count accelerators, List<JobKey> admitted, List<JobKey> waiting) {
        public Queue {
            admitted = List.copyOf(admitted);
            waiting = List.copyOf(waiting);
        }
    }
}
