package io.trainyard.launcher.cli.run;

import io.trainyard.launcher.cli.input.JobInput;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The TrainJobs that stand for programs of the user's own: Trainyard has made them of a command, and nobody has made more of them since. Pure. */
final class OwnPrograms {
    /** Says so of a TrainJob. */
    private static final String ANNOTATION = "trainyard.dev/program";

    private OwnPrograms() {}

    /** By namespace/name, each with the names of the variables that the user has given to it. */
    static Map<String, Set<String>> in(JobInput input) {
        Map<String, Set<String>> found = new HashMap<>();
        for (JobInput.Job job : input.jobs()) {
            TrainJobSpec spec = Objects.requireNonNull(job.trainJob().getSpec());
            if (isProgram(job.trainJob(), spec)) {
                Set<String> variables = new LinkedHashSet<>();
                spec.trainerOrEmpty().env().forEach(variable -> variables.add(variable.getName()));
                found.put(WorkFolder.key(job), variables);
            }
        }
        return found;
    }

    private static boolean isProgram(TrainJob trainJob, TrainJobSpec spec) {
        Map<String, String> annotations = trainJob.getMetadata().getAnnotations();
        return annotations != null
                && "true".equals(annotations.get(ANNOTATION))
                && spec.initializer() == null
                && spec.podSpecOverrides().isEmpty()
                && spec.podTemplateOverrides().isEmpty()
                && spec.runtimePatches().isEmpty();
    }
}
