package io.trainyard.local.scenario;

import io.trainyard.local.admission.LocalAdmission;
import io.trainyard.local.controllers.ControllerOptions;

/** The scenarios of JobSets in our simulation, with the features that the real control plane has. */
final class SimulatedJobSetsTest extends SimulatedScenarios implements JobSetScenarios, JobSetAdmissionScenarios {
    @Override
    SimulatedWorld newWorld() {
        ControllerOptions features =
                ControllerOptions.DEFAULT.withRestartJob(false).withElasticJobSet(false);
        return new SimulatedWorld(options -> LocalAdmission.addTo(options, features), features);
    }
}
