package io.trainyard.launcher.judgement;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.core.plugin.CallLimits;
import io.trainyard.core.plugin.PluginClassLoaders;
import io.trainyard.core.plugin.PluginDirectory;
import io.trainyard.core.plugin.PluginHost;
import io.trainyard.core.plugin.PluginInvoker;
import io.trainyard.core.plugin.PluginSetup;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.core.plugin.StartContext;
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
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The plugins that come with Trainyard, in a cluster without objects. */
public final class AllPlugins {
    private AllPlugins() {}

    /** Started, and guarded as in a controller. */
    public static Plugins started() {
        return PluginHost.load(new PluginSetup(
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
                        name -> new StartContext(Clock.systemUTC(), Map.of(), new NoObjects()),
                        new PluginInvoker(
                                new ManualTimeSource(Instant.EPOCH),
                                Runnable::run,
                                CallLimits.DEFAULT,
                                (plugin, point, duration, failed) -> {}),
                        PluginClassLoaders.separate()))
                .plugins();
    }

    private static final class NoObjects implements ObjectReader {
        @Override
        public <T extends HasMetadata> Uni<Optional<T>> find(Class<T> type, String namespace, String name) {
            return Uni.createFrom().item(Optional.empty());
        }

        @Override
        public <T extends HasMetadata> Uni<List<T>> list(Class<T> type, String namespace) {
            return Uni.createFrom().item(List.of());
        }
    }
}
