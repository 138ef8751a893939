package io.trainyard.bench;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionWebhooks;
import io.trainyard.core.admission.TrainJobValidator;
import io.trainyard.core.admission.ValidationResult;
import io.trainyard.core.admission.input.DecodedTrainJob;
import io.trainyard.core.admission.input.TrainJobChange;
import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.core.manifest.ManifestObjects;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.core.plugin.CallLimits;
import io.trainyard.core.plugin.PluginClassLoaders;
import io.trainyard.core.plugin.PluginDirectory;
import io.trainyard.core.plugin.PluginHost;
import io.trainyard.core.plugin.PluginInvoker;
import io.trainyard.core.plugin.PluginSetup;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.core.plugin.StartContext;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.plugins.torch.TorchPlugin;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the host's guard around a plugin costs: the same call of the same plugin, which returns at once because it is not selected, directly and
 * through the host. Budget for the difference: 2 µs. And what a copy of everything costs that each validating plugin gets.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PluginCallBenchmark {
    private final TorchPlugin direct = new TorchPlugin();
    private final EnforceMLPolicy guarded;
    private final CustomValidation guardedValidation;
    private final TrainJob trainJob = CompileBenchmark.trainJob();
    private final RuntimeInfo info;
    private final CustomValidation.Request request;
    private final TrainingRuntime runtime = CompileBenchmark.runtime();
    private final TrainJobChange change;
    private final TrainJobValidator withoutPlugins = validator(0);
    private final TrainJobValidator withFour = validator(4);

    public PluginCallBenchmark() {
        try {
            PluginHost host = host();
            guarded = host.plugins().mlPolicies().get(0);
            guardedValidation = host.plugins().validations().get(0);
            change = new TrainJobChange(DecodedTrainJob.of(TreeConversion.toTree(trainJob)), Optional.empty());
        } catch (IOException | URISyntaxException | DecodedTrainJob.UnreadableException e) {
            throw new IllegalStateException(e);
        }
        TrainingRuntime plain = CompileBenchmark.runtime();
        plain.setSpec(new io.trainyard.spi.model.TrainingRuntimeSpec(
                null, null, Objects.requireNonNull(runtime.getSpec()).template()));
        info = new TrainJobCompiler(new CompilerPlugins(List.of(), List.of(), List.of()))
                .merge(trainJob, RuntimeDefinition.of(plain));
        info.freeze();
        request = new CustomValidation.Request(trainJob, Optional.empty(), info);
    }

    /** The jar of the torch plugin, loaded as the controller loads it. */
    private static PluginHost host() throws IOException, URISyntaxException {
        Path jar = Path.of(TorchPlugin.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path folder = Files.createTempDirectory("plugins");
        Files.copy(jar, folder.resolve("torch.jar"));
        return PluginHost.load(new PluginSetup(
                List.of(),
                PluginDirectory.read(folder),
                List.of(),
                Set.of(),
                Set.of("torch"),
                Optional.empty(),
                name -> new StartContext(Clock.systemUTC(), Map.of(), new ManifestObjects(List.of(), "default")),
                new PluginInvoker(
                        new ManualTimeSource(), Runnable::run, CallLimits.DEFAULT, (plugin, point, time, failed) -> {}),
                PluginClassLoaders.separate()));
    }

    private static TrainJobValidator validator(int validations) {
        List<Plugin> plugins = new ArrayList<>();
        for (int i = 0; i < validations; i++) {
            plugins.add(new Approving("approving-" + i));
        }
        plugins.add(new TorchPolicyOnly());
        return AdmissionWebhooks.validator(Plugins.of(plugins.toArray(Plugin[]::new)), AdmissionSettings.DEFAULT);
    }

    private record Approving(String name) implements CustomValidation {
        @Override
        public Uni<Validation> validate(Request request) {
            return Uni.createFrom().item(Validation.OK);
        }
    }

    private record TorchPolicyOnly() implements EnforceMLPolicy {
        @Override
        public String name() {
            return "torch";
        }

        @Override
        public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {}
    }

    /** Without a host. */
    @Benchmark
    public void direct() {
        direct.enforceMLPolicy(trainJob, info);
    }

    /** Through the host. */
    @Benchmark
    public void guarded() {
        guarded.enforceMLPolicy(trainJob, info);
    }

    /** Without a host, with a {@code Uni}. */
    @Benchmark
    public Validation directUni() {
        return direct.validate(request).subscribe().asCompletionStage().join();
    }

    /** Through the host, with a {@code Uni}. */
    @Benchmark
    public Validation guardedUni() {
        return guardedValidation
                .validate(request)
                .subscribe()
                .asCompletionStage()
                .join();
    }

    /** A review without plugins that validate. */
    @Benchmark
    public ValidationResult review() {
        return withoutPlugins
                .validate(change, runtime)
                .subscribe()
                .asCompletionStage()
                .join();
    }

    /** The same with four, each with its own copies. */
    @Benchmark
    public ValidationResult reviewWithFour() {
        return withFour.validate(change, runtime)
                .subscribe()
                .asCompletionStage()
                .join();
    }
}
