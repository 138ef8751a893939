package io.trainyard.launcher.cli.run;

import io.trainyard.launcher.cli.input.JobInput;
import io.trainyard.launcher.program.StartedJob;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The TrainJobs that stand for programs of the user's own: Trainyard has made them of a command, and nobody has made more of them since. Pure. */
final class OwnPrograms {
    private OwnPrograms() {}

    /** By namespace/name, each with the names of the variables that the user has given to it. */
    static Map<String, Set<String>> in(JobInput input) {
        Map<String, Set<String>> found = new HashMap<>();
        for (JobInput.Job job : input.jobs()) {
            if (StartedJob.isProgram(job.trainJob())) {
                Set<String> variables = new LinkedHashSet<>();
                Objects.requireNonNull(job.trainJob().getSpec())
                        .trainerOrEmpty()
                        .env()
                        .forEach(variable -> variables.add(variable.getName()));
                found.put(WorkFolder.key(job), variables);
            }
        }
        return found;
    }
}
