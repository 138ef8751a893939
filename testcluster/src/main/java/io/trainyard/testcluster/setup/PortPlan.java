package io.trainyard.testcluster.setup;

import io.trainyard.testcluster.process.PortRange;
import java.util.List;
import java.util.random.RandomGenerator;

/** The port of every server of a cluster; all listen on 127.0.0.1 only. */
public record PortPlan(
        int etcdClients,
        int etcdPeers,
        int apiServer,
        int controllerManager,
        int scheduler,
        int jobSetWebHooks,
        int jobSetHealth,
        int kwok,
        int gangScheduler,
        int kueueWebHooks,
        int kueueHealth,
        int kubeflowTrainerWebHooks,
        int kubeflowTrainerHealth) {

    private static final int COUNT = 13;

    /** Free ports of a range. */
    public static PortPlan choose(PortRange range, RandomGenerator random) {
        List<Integer> ports = range.choose(COUNT, random);
        return new PortPlan(
                ports.get(0),
                ports.get(1),
                ports.get(2),
                ports.get(3),
                ports.get(4),
                ports.get(5),
                ports.get(6),
                ports.get(7),
                ports.get(8),
                ports.get(9),
                ports.get(10),
                ports.get(11),
                ports.get(12));
    }

    public String apiServerUrl() {
        return "https://127.0.0.1:" + apiServer;
    }
}
