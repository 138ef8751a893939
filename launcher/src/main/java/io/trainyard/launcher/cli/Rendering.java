package io.trainyard.launcher.cli;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.core.yaml.YamlWriter;
import java.util.ArrayList;
import java.util.List;

/** Renders TrainJobs and tells the user what was found on the way. */
final class Rendering {
    private Rendering() {}

    /**
     * The objects that the controller would apply, in that order; warnings go to standard error.
     *
     * @throws Failure with all errors, each with the place where it stands
     */
    static List<HasMetadata> objects(Renderer renderer, List<JobInput.Job> jobs, Surroundings surroundings) {
        List<HasMetadata> objects = new ArrayList<>();
        List<String> errors = new ArrayList<>();
        for (JobInput.Job job : jobs) {
            Renderer.Rendered rendered = renderer.render(job.trainJob(), job.runtime());
            for (String warning : rendered.findings().warnings()) {
                surroundings.err().println("warning: " + job.located("", warning));
            }
            rendered.findings().errors().forEach(error -> errors.add(job.located(error.path(), error)));
            objects.addAll(rendered.objects());
        }
        if (!errors.isEmpty()) {
            throw Failure.ofInput(errors);
        }
        return objects;
    }

    /** The objects as YAML documents. */
    static String yaml(List<HasMetadata> objects) {
        return YamlWriter.stream(objects.stream().map(TreeConversion::toTree).toList());
    }
}
