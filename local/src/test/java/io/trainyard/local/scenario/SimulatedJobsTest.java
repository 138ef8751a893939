package io.trainyard.local.scenario;

/** The scenarios of Jobs in our simulation. */
final class SimulatedJobsTest extends SimulatedScenarios implements JobScenarios {
    @Override
    SimulatedWorld newWorld() {
        return new SimulatedWorld();
    }
}
