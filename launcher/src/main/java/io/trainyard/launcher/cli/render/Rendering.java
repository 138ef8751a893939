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
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Renders TrainJobs and tells the user what was found on the way. */
public final class Rendering {
    private Rendering() {}

    /**
     * The objects that the controller would apply, in that order; warnings go to standard error.
     *
     * @throws CommandException with all errors, each with the place where it stands
     */
    public static List<HasMetadata> objects(Renderer renderer, JobInput input, Environment environment) {
        return jobs(renderer, input, environment).stream()
                .flatMap(job -> job.objects.stream())
                .toList();
    }

    /** What one TrainJob becomes. */
    record RenderedJob(JobInput.Job job, List<HasMetadata> objects) {}

    /** The same for each TrainJob. */
    static List<RenderedJob> jobs(Renderer renderer, JobInput input, Environment environment) {
        List<RenderedJob> jobs = new ArrayList<>();
        List<String> errors = new ArrayList<>();
        Set<RuntimeResource> refused = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Manifest<RuntimeResource> runtime : input.manifests().runtimes()) {
            Validation findings = renderer.check(runtime);
            report(runtime, findings, environment, errors);
            if (!findings.errors().isEmpty()) {
                refused.add(runtime.object());
            }
        }
        for (JobInput.Job job : input.jobs()) {
            Renderer.Rendered rendered = renderer.render(job.manifest(), job.runtime());
            Validation findings = rendered.findings();
            report(
                    job.manifest(),
                    refused.contains(job.runtime()) ? withoutRuntime(findings) : findings,
                    environment,
                    errors);
            jobs.add(new RenderedJob(job, rendered.objects()));
        }
        if (!errors.isEmpty()) {
            throw CommandException.ofInput(errors);
        }
        ClusterOnly.note(
                        jobs.stream().flatMap(job -> job.objects.stream()).toList(),
                        input.manifests().others())
                .ifPresent(note -> environment.err().println("note: " + note));
        return jobs;
    }

    /** What is wrong with a runtime was told there. */
    private static Validation withoutRuntime(Validation findings) {
        return new Validation(
                findings.errors().stream()
                        .filter(error -> !error.path().startsWith("spec.runtimeRef"))
                        .toList(),
                findings.warnings());
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

    /** The objects of all as YAML documents; those of a TrainJob that stands in several files say of which they are. */
    static String yamlOf(List<RenderedJob> jobs) {
        boolean variants = jobs.stream()
                        .map(each -> each.job.trainJob().toString())
                        .distinct()
                        .count()
                < jobs.size();
        return variants
                ? jobs.stream()
                        .map(each -> "# " + each.job.trainJob() + " of "
                                + each.job.manifest().document().source() + "\n" + yaml(each.objects))
                        .collect(Collectors.joining("---\n"))
                : yaml(jobs.stream().flatMap(each -> each.objects.stream()).toList());
    }

    /** The objects as YAML documents. */
    public static String yaml(List<HasMetadata> objects) {
        return YamlWriter.stream(objects.stream().map(TreeConversion::toTree).toList());
    }
}
