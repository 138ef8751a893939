package io.trainyard.launcher.cli.render;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.core.manifest.Manifest;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.yaml.YamlWriter;
import io.trainyard.launcher.cli.input.JobInput;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.spi.model.RuntimeResource;
import java.util.ArrayList;
import java.util.List;

/** Renders TrainJobs and tells the user what was found on the way. */
public final class Rendering {
    private Rendering() {}

    /**
     * The objects that the controller would apply, in that order; warnings go to standard error.
     *
     * @throws CommandException with all errors, each with the place where it stands
     */
    public static List<HasMetadata> objects(Renderer renderer, JobInput input, Environment environment) {
        List<HasMetadata> objects = new ArrayList<>();
        List<String> errors = new ArrayList<>();
        for (Manifest<RuntimeResource> runtime : input.manifests().runtimes()) {
            report(runtime, renderer.check(runtime), environment, errors);
        }
        for (JobInput.Job job : input.jobs()) {
            Renderer.Rendered rendered = renderer.render(job.manifest(), job.runtime());
            report(job.manifest(), rendered.findings(), environment, errors);
            objects.addAll(rendered.objects());
        }
        if (!errors.isEmpty()) {
            throw CommandException.ofInput(errors);
        }
        ClusterOnly.note(objects, input.manifests().others())
                .ifPresent(note -> environment.err().println("note: " + note));
        return objects;
    }

    private static void report(
            Manifest<?> manifest, Validation findings, Environment environment, List<String> errors) {
        for (String warning : findings.warnings()) {
            environment.err().println("warning: " + located(manifest, pathOf(warning), warning));
        }
        findings.errors().forEach(error -> errors.add(located(manifest, error.path(), error)));
    }

    /** Most warnings begin with the field that they are about. */
    private static String pathOf(String warning) {
        int colon = warning.indexOf(": ");
        return warning.startsWith("spec") && colon > 0 ? warning.substring(0, colon) : "";
    }

    private static String located(Manifest<?> manifest, String path, Object finding) {
        return manifest.document().locate(path) + ": " + manifest.object() + ": " + finding;
    }

    /** The objects as YAML documents. */
    public static String yaml(List<HasMetadata> objects) {
        return YamlWriter.stream(objects.stream().map(TreeConversion::toTree).toList());
    }
}
