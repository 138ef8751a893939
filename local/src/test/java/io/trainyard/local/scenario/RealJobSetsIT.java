package io.trainyard.local.scenario;

import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** The scenarios of JobSets on a real control plane. */
@RealCluster
final class RealJobSetsIT implements JobSetScenarios, JobSetAdmissionScenarios {
    private static RealWorld world;

    private Stage stage;

    @BeforeAll
    static void begin(TestCluster cluster) {
        world = new RealWorld(cluster);
    }

    @BeforeEach
    void raise(TestNamespace namespace) {
        stage = world.stage(namespace);
    }

    @AfterEach
    void strike() {
        stage.close();
    }

    @AfterAll
    static void end() {
        world.close();
    }

    @Override
    public Stage stage() {
        return stage;
    }

    @Override
    public boolean isReal() {
        return true;
    }
}
