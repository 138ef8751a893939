package io.trainyard.local.scenario;

import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** Raises a stage for each scenario on a real control plane. */
@RealCluster
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RealScenarios {
    private RealWorld world;
    private Stage stage;

    @BeforeAll
    void begin(TestCluster cluster) {
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
    void end() {
        world.close();
    }

    public Stage stage() {
        return stage;
    }

    public boolean isReal() {
        return true;
    }
}
