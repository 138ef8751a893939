package io.trainyard.launcher.render;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionWebhooks;
import io.trainyard.core.admission.InvalidFields;
import io.trainyard.core.admission.TrainJobValidator;
import io.trainyard.core.admission.ValidationResult;
import io.trainyard.core.admission.input.DecodedTrainJob;
import io.trainyard.core.admission.input.TrainJobChange;
import io.trainyard.core.admission.runtime.RuntimeChange;
import io.trainyard.core.admission.runtime.RuntimeRules;
import io.trainyard.core.compile.CompiledJob;
import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.core.manifest.Manifest;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.core.plugin.PluginClassLoaders;
import io.trainyard.core.plugin.PluginFailure;
import io.trainyard.core.plugin.PluginHost;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.core.time.CallerLoop;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.render.RenderSetup;
import io.trainyard.launcher.cli.render.Renderer;
import io.trainyard.local.validation.NewObjectValidator;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Renders with the compiler of the controller: validation as at admission, then compiling. */
public final class CompilerRenderer implements Renderer {
    /** Webhooks do not see runtimes with this label. */
    private static final String VALIDATION_LABEL = "trainer.kubeflow.org/webhook-validation";

    private static final String OPTED_OUT = "disabled";
    private static final String OVERRIDES = "podTemplateOverrides";

    private final CallerLoop loop;
    private final PluginHost host;
    private final AdmissionSettings settings;
    private final NewObjectValidator schema = new NewObjectValidator();
    private final TrainJobValidator validator;
    private final TrainJobCompiler compiler;

    private CompilerRenderer(CallerLoop loop, PluginHost host, RenderSetup setup) {
        this.loop = loop;
        this.host = host;
        this.settings = setup.admission();
        this.validator = AdmissionWebhooks.validator(host.plugins(), settings);
        Plugins plugins = host.plugins();
        this.compiler = new TrainJobCompiler(
                new CompilerPlugins(plugins.mlPolicies(), plugins.podGroupPolicies(), plugins.componentBuilders()),
                setup.objects(),
                setup.initializerClaim(),
                () -> true,
                setup.reporting());
    }

    /**
     * Loads the plugins.
     *
     * @param classes where their class loaders come from
     */
    public static CompilerRenderer start(RenderSetup setup, PluginClassLoaders classes) {
        CallerLoop loop = new CallerLoop();
        return new CompilerRenderer(loop, CommandPlugins.load(setup.plugins(), classes, setup.objects(), loop), setup);
    }

    @Override
    public Rendered render(Manifest<TrainJob> trainJob, RuntimeResource runtime) {
        try {
            Validation findings = validate(trainJob, runtime);
            if (!findings.errors().isEmpty()) {
                return new Rendered(List.of(), findings);
            }
            CompiledJob compiled = run(compiler.compile(trainJob.object(), RuntimeDefinition.of(runtime)));
            List<String> warnings = compiled.warnings().stream()
                    .map(CompiledJob.Warning::message)
                    .filter(warning -> !findings.warnings().contains(warning))
                    .toList();
            return new Rendered(compiled.objects(), findings.and(new Validation(List.of(), warnings)));
        } catch (InvalidTrainJobException invalid) {
            return new Rendered(List.of(), new Validation(List.of(InvalidFields.of(invalid)), List.of()));
        } catch (PluginFailure fault) {
            throw new CommandException(3, withAdvice(String.valueOf(fault.getMessage())), fault);
        }
    }

    @Override
    public Validation check(Manifest<RuntimeResource> runtime) {
        Map<String, String> labels =
                Optional.ofNullable(runtime.object().getMetadata().getLabels()).orElse(Map.of());
        List<FieldError> errors =
                errors(Tree.with(runtime.document().mapping().orElse(Map.of()), "apiVersion", TrainerApi.API_VERSION));
        if (!errors.isEmpty()) {
            return new Validation(errors, List.of());
        }
        Map<String, Object> tree = runtime.document().mapping().orElse(Map.of());
        Validation noJobs = Tree.list(tree, "spec", "template", "spec", "replicatedJobs")
                        .isEmpty()
                ? new Validation(
                        List.of(), List.of("spec.template.spec.replicatedJobs: empty: its TrainJobs have no pods"))
                : Validation.OK;
        return OPTED_OUT.equals(labels.get(VALIDATION_LABEL))
                ? noJobs
                : RuntimeRules.check(
                                new RuntimeChange(
                                        runtime.object().getKind(),
                                        runtime.object().getMetadata().getName(),
                                        tree,
                                        Optional.empty()),
                                host.plugins().catalog(),
                                settings.deprecationPolicy())
                        .and(noJobs);
    }

    private List<FieldError> errors(Map<String, Object> tree) {
        return SchemaWords.of(schema.errors(tree));
    }

    private Validation validate(Manifest<TrainJob> trainJob, RuntimeResource runtime) {
        Map<String, Object> tree = TreeConversion.toTree(trainJob.object());
        Map<String, Object> written = Tree.child(trainJob.document().mapping().orElse(Map.of()), "spec");
        if (!Tree.list(written, OVERRIDES).isEmpty()) {
            // As written, since the model knows less of their metadata than users write there.
            tree = Tree.with(
                    tree,
                    "spec",
                    Tree.with(
                            Tree.child(tree, "spec"),
                            OVERRIDES,
                            Tree.list(TreeConversion.withoutNulls(written), OVERRIDES)));
        }
        List<FieldError> errors = errors(tree);
        if (!errors.isEmpty()) {
            // As at an API server, which asks webhooks only about what has the right form.
            return new Validation(errors, List.of());
        }
        TrainJobChange change = new TrainJobChange(new DecodedTrainJob(tree, trainJob.object()), Optional.empty());
        ValidationResult result = run(validator.validate(change, runtime));
        if (result.internalError()) {
            throw new CommandException(
                    3,
                    result.findings().errors().stream()
                            .filter(error -> error.kind() == FieldError.Kind.INTERNAL)
                            .map(error -> withAdvice(error.message()))
                            .findFirst()
                            .orElseThrow());
        }
        return result.findings();
    }

    private static String withAdvice(String failure) {
        return failure
                + PluginFailure.advice(failure).map(advice -> "; " + advice).orElse("");
    }

    private <T> T run(Uni<T> work) {
        try {
            return loop.run(work);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CommandException(1, "interrupted", interrupted);
        }
    }

    @Override
    public void close() {
        host.close();
    }
}
