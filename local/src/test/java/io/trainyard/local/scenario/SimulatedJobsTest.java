package io.trainyard.local.scenario;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** The scenarios of Jobs in our simulation. */
final class SimulatedJobsTest implements JobScenarios {
    private static SimulatedWorld world;

    private Stage stage;

    @BeforeAll
    static void begin() {
        world = new SimulatedWorld();
    }

    @BeforeEach
    void raise() {
        stage = world.newStage();
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
        return false;
    }
}
