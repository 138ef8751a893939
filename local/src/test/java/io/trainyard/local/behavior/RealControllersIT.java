package io.trainyard.local.behavior;

import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** The parts of the suite that need controllers, against a real control plane. */
@RealCluster(kind = ClusterKind.FULL)
final class RealControllersIT implements GarbageBehavior {
    private static RealConnection connection;

    private TestApi api;

    @BeforeAll
    static void connect(TestCluster cluster) {
        connection = new RealConnection(cluster);
    }

    @BeforeEach
    void useNamespace(TestNamespace namespace) {
        api = new TestApi(connection.client(), namespace.name());
    }

    @AfterAll
    static void disconnect() {
        connection.close();
    }

    @Override
    public TestApi api() {
        return api;
    }
}
