package io.trainyard.local.scenario;

import io.trainyard.local.admission.LocalAdmission;
import io.trainyard.local.controllers.LocalFeatures;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** The scenarios of JobSets in our simulation, with the features that the real control plane has. */
final class SimulatedJobSetsTest implements JobSetScenarios, JobSetAdmissionScenarios {
    private static SimulatedWorld world;

    private Stage stage;

    @BeforeAll
    static void begin() {
        LocalFeatures features = LocalFeatures.DEFAULT.withRestartJob(false).withElasticJobSet(false);
        world = new SimulatedWorld(options -> LocalAdmission.addTo(options, features), features);
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
