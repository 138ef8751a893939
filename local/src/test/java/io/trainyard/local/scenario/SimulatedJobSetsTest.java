package io.trainyard.local.scenario;

import io.trainyard.local.admission.LocalAdmission;
import io.trainyard.local.controllers.ControllerOptions;
import io.trainyard.local.controllers.job.JobOptions;
import io.trainyard.local.controllers.scheduler.SchedulerOptions;
import java.util.Optional;

/** The scenarios of JobSets in our simulation, with the features that the real control plane has. */
final class SimulatedJobSetsTest extends SimulatedScenarios implements JobSetScenarios, JobSetAdmissionScenarios {
    @Override
    SimulatedWorld newWorld() {
        ControllerOptions features =
                new ControllerOptions(false, false, Optional.empty(), JobOptions.DEFAULT, SchedulerOptions.DEFAULT);
        return new SimulatedWorld(options -> LocalAdmission.addTo(options, features), features);
    }
}
