package io.trainyard.launcher.fuzz;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionReader;
import io.trainyard.core.admission.AdmissionWebhooks;
import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.core.plugin.CallLimits;
import io.trainyard.core.plugin.PluginClassLoaders;
import io.trainyard.core.plugin.PluginDirectory;
import io.trainyard.core.plugin.PluginHost;
import io.trainyard.core.plugin.PluginInvoker;
import io.trainyard.core.plugin.PluginSetup;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.core.plugin.StartContext;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.plugins.coscheduling.CoschedulingPlugin;
import io.trainyard.plugins.flux.FluxPlugin;
import io.trainyard.plugins.jax.JaxPlugin;
import io.trainyard.plugins.kai.KaiPlugin;
import io.trainyard.plugins.mpi.MpiPlugin;
import io.trainyard.plugins.paddle.PaddlePlugin;
import io.trainyard.plugins.tensorflow.TensorFlowPlugin;
import io.trainyard.plugins.torch.TorchPlugin;
import io.trainyard.plugins.volcano.VolcanoPlugin;
import io.trainyard.plugins.xgboost.XgboostPlugin;
import io.trainyard.spi.ObjectReader;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The shipped plugins with what admission and compiling need, in a cluster with at most one runtime. Safe on any thread. */
final class World implements AdmissionReader, AutoCloseable {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    static final String PRIORITY_CLASS = "high-priority";
    private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");

    private final PluginHost host;
    private final AdmissionWebhooks webhooks;
    private final TrainJobCompiler compiler;
    private volatile Optional<RuntimeResource> runtime = Optional.empty();

    World() {
        ManualTimeSource time = new ManualTimeSource(NOW);
        host = PluginHost.load(new PluginSetup(
                List.of(
                        new PlainPlugin(),
                        new TorchPlugin(),
                        new JaxPlugin(),
                        new TensorFlowPlugin(),
                        new PaddlePlugin(),
                        new FluxPlugin(),
                        new XgboostPlugin(),
                        new MpiPlugin(),
                        new CoschedulingPlugin(),
                        new VolcanoPlugin(),
                        new KaiPlugin()),
                PluginDirectory.Contents.EMPTY,
                List.of(),
                Set.of(),
                Set.of(),
                Optional.empty(),
                name -> new StartContext(Clock.fixed(NOW, ZoneOffset.UTC), Map.of(), new FewObjects()),
                new PluginInvoker(time, Runnable::run, CallLimits.DEFAULT, (plugin, point, duration, failed) -> {}),
                PluginClassLoaders.separate()));
        Plugins plugins = host.plugins();
        webhooks = new AdmissionWebhooks(this, plugins, AdmissionSettings.DEFAULT, time);
        compiler = new TrainJobCompiler(
                new CompilerPlugins(plugins.mlPolicies(), plugins.podGroupPolicies(), plugins.componentBuilders()));
    }

    AdmissionWebhooks webhooks() {
        return webhooks;
    }

    TrainJobCompiler compiler() {
        return compiler;
    }

    /** The one runtime that there is from now on. */
    RuntimeResource hold(Map<String, Object> stored) {
        Class<? extends RuntimeResource> type =
                "TrainingRuntime".equals(stored.get("kind")) ? TrainingRuntime.class : ClusterTrainingRuntime.class;
        try {
            RuntimeResource read = MAPPER.readValue(Json.bytes(stored), type);
            runtime = Optional.of(read);
            return read;
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(unreadable);
        }
    }

    /** A tree as it comes out of a request, where numbers have other classes than in the store of the local API server. */
    @SuppressWarnings("unchecked") // keys of JSON are texts
    static Map<String, Object> received(Map<String, Object> stored) {
        try {
            return MAPPER.readValue(Json.bytes(stored), Map.class);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** There is no runtime from now on. */
    void holdNothing() {
        runtime = Optional.empty();
    }

    @Override
    public Uni<Optional<RuntimeResource>> runtime(String kind, String namespace, String name) {
        return Uni.createFrom()
                .item(runtime.filter(held -> held.getKind().equals(kind)
                        && held.getMetadata().getName().equals(name)));
    }

    @Override
    public Uni<Optional<RuntimeResource>> keptRuntime(TrainJob trainJob) {
        return Uni.createFrom().item(Optional.empty());
    }

    @Override
    public Uni<Optional<TrainJob>> trainJob(String namespace, String name) {
        return Uni.createFrom().item(Optional.empty());
    }

    @Override
    public Uni<List<String>> activeJobs(String namespace, String jobSet) {
        return Uni.createFrom().item(List.of());
    }

    @Override
    public Uni<List<String>> unfinishedUsers(String kind, String namespace, String name) {
        return Uni.createFrom().item(List.of());
    }

    @Override
    public void close() {
        host.close();
    }

    /** One priority class and nothing else. */
    private static final class FewObjects implements ObjectReader {
        @Override
        public <T extends HasMetadata> Uni<Optional<T>> find(Class<T> type, String namespace, String name) {
            return Uni.createFrom()
                    .item(
                            type == PriorityClass.class && name.equals(PRIORITY_CLASS)
                                    ? Optional.of(type.cast(new PriorityClass()))
                                    : Optional.empty());
        }

        @Override
        public <T extends HasMetadata> Uni<List<T>> list(Class<T> type, String namespace) {
            return Uni.createFrom().item(List.of());
        }
    }
}
