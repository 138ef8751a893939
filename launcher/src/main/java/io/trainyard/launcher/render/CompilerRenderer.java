package io.trainyard.launcher.render;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.compile.CompiledJob;
import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.plugin.PluginFailure;
import io.trainyard.core.plugin.PluginHost;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.core.time.CallerLoop;
import io.trainyard.launcher.cli.Failure;
import io.trainyard.launcher.cli.RenderSetup;
import io.trainyard.launcher.cli.Renderer;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.result.FieldError;
import io.trainyard.spi.result.Validation;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.Optional;

/** Renders with the compiler of the controller: validation as at admission, then compiling (PIPE-07, PIPE-09). */
public final class CompilerRenderer implements Renderer {
    private final CallerLoop loop;
    private final PluginHost host;
    private final TrainJobCompiler compiler;

    private CompilerRenderer(CallerLoop loop, PluginHost host) {
        this.loop = loop;
        this.host = host;
        Plugins plugins = host.plugins();
        this.compiler = new TrainJobCompiler(
                new CompilerPlugins(plugins.mlPolicies(), plugins.podGroupPolicies(), plugins.componentBuilders()));
    }

    /** Loads the plugins. */
    public static CompilerRenderer start(RenderSetup setup) {
        CallerLoop loop = new CallerLoop();
        return new CompilerRenderer(loop, CommandPlugins.load(setup.plugins(), setup.objects(), loop));
    }

    @Override
    public Rendered render(TrainJob trainJob, RuntimeResource runtime) {
        RuntimeDefinition definition = RuntimeDefinition.of(runtime);
        try {
            Validation findings = validate(trainJob, definition);
            if (!findings.errors().isEmpty()) {
                return new Rendered(List.of(), findings);
            }
            CompiledJob compiled = run(compiler.compile(trainJob, definition));
            List<String> warnings = compiled.warnings().stream()
                    .map(CompiledJob.Warning::message)
                    .toList();
            return new Rendered(compiled.objects(), findings.and(new Validation(List.of(), warnings)));
        } catch (InvalidTrainJobException invalid) {
            return new Rendered(List.of(), new Validation(List.of(error(invalid)), List.of()));
        } catch (PluginFailure fault) {
            throw new Failure(3, String.valueOf(fault.getMessage()), fault);
        }
    }

    /** Messages of the compiler begin with the field where there is one: {@code spec.a: must ...} or {@code spec.a is not ...}. */
    private static FieldError error(InvalidTrainJobException invalid) {
        String message = String.valueOf(invalid.getMessage());
        int space = message.indexOf(' ');
        if (space < 0 || !(message.startsWith("spec") || message.startsWith("metadata"))) {
            return FieldError.invalid("spec", null, message);
        }
        String field = message.substring(0, space);
        return FieldError.invalid(
                field.endsWith(":") ? field.substring(0, field.length() - 1) : field,
                null,
                message.substring(space + 1));
    }

    private Validation validate(TrainJob trainJob, RuntimeDefinition definition) {
        RuntimeInfo info = compiler.merge(trainJob, definition);
        CustomValidation.Request request = new CustomValidation.Request(trainJob, Optional.empty(), info);
        Validation.Builder findings = Validation.builder();
        for (CustomValidation validation : host.plugins().validations()) {
            findings.addAll(run(validation.validate(request)));
        }
        return findings.build();
    }

    private <T> T run(Uni<T> work) {
        try {
            return loop.run(work);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Failure(1, "interrupted", interrupted);
        }
    }

    @Override
    public void close() {
        host.close();
    }
}
