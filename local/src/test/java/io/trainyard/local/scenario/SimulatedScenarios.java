package io.trainyard.local.scenario;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** Raises a stage for each scenario in our simulation. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SimulatedScenarios {
    private SimulatedWorld world;
    private Stage stage;

    abstract SimulatedWorld newWorld();

    @BeforeAll
    void begin() {
        world = newWorld();
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
    void end() {
        world.close();
    }

    public Stage stage() {
        return stage;
    }

    public boolean isReal() {
        return false;
    }
}
