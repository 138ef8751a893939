package io.trainyard.local.scenario;

import io.trainyard.local.admission.LocalAdmission;
import io.trainyard.local.controllers.LocalFeatures;

/** The scenarios of JobSets in our simulation, with the features that the real control plane has. */
final class SimulatedJobSetsTest extends SimulatedScenarios implements JobSetScenarios, JobSetAdmissionScenarios {
    @Override
    SimulatedWorld newWorld() {
        LocalFeatures features = LocalFeatures.DEFAULT.withRestartJob(false).withElasticJobSet(false);
        return new SimulatedWorld(options -> LocalAdmission.addTo(options, features), features);
    }
}
