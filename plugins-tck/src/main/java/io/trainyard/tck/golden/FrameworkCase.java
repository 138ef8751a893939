package io.trainyard.tck.golden;

import io.trainyard.core.compile.CompiledJob;
import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.PluginContext;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.TrainingRuntimeSpec;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A TrainJob {@code run} with the uid {@code uid-of-run} in namespace {@code team-a} and its runtime, as a YAML file describes them, and what becomes of
 * them with a plugin for a framework.
 *
 * <p>Fields: {@code rules} (what the case is about); {@code configuration} of the plugin; {@code runtime}, the spec of a runtime; {@code trainJob}, the spec
 * of the TrainJob, without {@code runtimeRef}; {@code expected}, in the form of {@link #outcome}.
 *
 * @param golden the file
 */
public record FrameworkCase(GoldenCase golden) {
    private static final String SUCCESS_POLICY = "successPolicy";

    /** All cases of {@code src/test/resources/golden} of the module that is tested, by name. */
    public static List<FrameworkCase> all() {
        return GoldenCase.all(".").stream().map(FrameworkCase::new).toList();
    }

    /** The rules that the case is about, for messages. */
    public String rules() {
        return golden.rules();
    }

    /** What the case expects. */
    public Map<String, Object> expected() {
        return golden.expected();
    }

    /** What a plugin is started with: the configuration of the case, in an empty cluster. */
    public PluginContext context() {
        return golden.context();
    }

    /** The name of the case. */
    @Override
    public String toString() {
        return golden.name();
    }

    /**
     * What becomes of the case with this plugin, which has been started.
     *
     * @return {@code errors} and {@code warnings} of its validation as texts, the errors followed by those about variables that it reserves; {@code refused}, why nothing can be built; else {@code jobs}: for each
     *     replicated job the number of {@code pods}, and for each of its containers that has any, init containers first, the {@code env} as texts such as {@code A=1},
     *     {@code A=<index>} for the index of the pod, and the {@code ports}, and the {@code successPolicy} of the Job; that of the
     *     JobSet; and the {@code events} that its creation is told with, as reason and message; each where there is any
     */
    public <P extends EnforceMLPolicy & CustomValidation> Map<String, Object> outcome(P plugin) {
        Map<String, Object> outcome = new LinkedHashMap<>();
        TrainJobCompiler compiler =
                new TrainJobCompiler(new CompilerPlugins(List.of(new PlainPlugin(), plugin), List.of(), List.of()));
        RuntimeInfo info = compiler.merge(trainJob(), runtime());
        info.freeze();
        Validation found = plugin.validate(new CustomValidation.Request(trainJob(), Optional.empty(), info))
                .await()
                .indefinitely();
        List<FieldError> errors = new ArrayList<>(found.errors());
        errors.addAll(compiler.reserved(trainJob(), runtime(), info).await().indefinitely());
        GoldenBuild.put(
                outcome, "errors", errors.stream().map(FieldError::toString).toList());
        GoldenBuild.put(outcome, "warnings", found.warnings());
        try {
            CompiledJob compiled =
                    compiler.compile(trainJob(), runtime()).await().indefinitely();
            JobSet jobSet = compiled.jobSet();
            Map<String, Object> jobs = new LinkedHashMap<>();
            jobSet.replicatedJobs().forEach(job -> jobs.put(Tree.text(job, "name"), job(job)));
            outcome.put("jobs", jobs);
            putPolicy(outcome, Tree.at(jobSet.getSpec(), SUCCESS_POLICY));
            GoldenBuild.put(
                    outcome,
                    "events",
                    compiled.warnings().stream()
                            .map(event -> event.reason() + ": " + event.message())
                            .toList());
        } catch (InvalidTrainJobException refused) {
            outcome.put("refused", String.valueOf(refused.getMessage()));
        }
        return outcome;
    }

    private TrainJob trainJob() {
        TrainJob trainJob = golden.trainJob();
        Map<String, Object> spec = new LinkedHashMap<>(Tree.child(golden.tree(), "trainJob"));
        spec.put("runtimeRef", Map.of("name", "runtime"));
        trainJob.setSpec(GoldenCase.YAML.convertValue(spec, TrainJobSpec.class));
        return trainJob;
    }

    private RuntimeDefinition runtime() {
        ClusterTrainingRuntime runtime = new ClusterTrainingRuntime();
        runtime.getMetadata().setName("runtime");
        runtime.setSpec(GoldenCase.YAML.convertValue(Tree.child(golden.tree(), "runtime"), TrainingRuntimeSpec.class));
        return RuntimeDefinition.of(runtime);
    }

    private static Map<String, Object> job(Map<String, Object> job) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("pods", Math.toIntExact(Tree.integer(1, job, "template", "spec", "parallelism")));
        putPolicy(shown, Tree.at(job, "template", "spec", SUCCESS_POLICY));
        Map<String, Object> podSpec = Tree.child(job, "template", "spec", "template", "spec");
        List<Map<String, Object>> containers = new ArrayList<>(Tree.objects(podSpec, "initContainers"));
        containers.addAll(Tree.objects(podSpec, "containers"));
        for (Map<String, Object> container : containers) {
            Map<String, Object> parts = new LinkedHashMap<>();
            GoldenBuild.put(
                    parts,
                    "env",
                    Tree.objects(container, "env").stream()
                            .map(FrameworkCase::variable)
                            .toList());
            GoldenBuild.put(
                    parts,
                    "ports",
                    Tree.objects(container, "ports").stream()
                            .map(port -> Math.toIntExact(Tree.integer(0, port, "containerPort")))
                            .toList());
            if (!parts.isEmpty()) {
                shown.put(Tree.text(container, "name"), parts);
            }
        }
        return shown;
    }

    private static void putPolicy(Map<String, Object> shown, @Nullable Object policy) {
        if (policy != null) {
            shown.put(SUCCESS_POLICY, policy);
        }
    }

    private static String variable(Map<String, Object> variable) {
        @Nullable Object field = Tree.at(variable, "valueFrom", "fieldRef", "fieldPath");
        String value = field == null
                ? Tree.text(variable, "value")
                : String.valueOf(field).contains("job-completion-index") ? "<index>" : "<" + field + ">";
        return Tree.text(variable, "name") + "=" + value;
    }
}
