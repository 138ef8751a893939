package io.trainyard.launcher.controller;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.compile.StatusReporting;
import io.trainyard.core.config.ElasticSettings;
import io.trainyard.core.config.SizeLimits;
import io.trainyard.core.controller.ControllerCaches;
import io.trainyard.core.controller.TrainJobController;
import io.trainyard.core.jobset.InPlaceScaling;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.Informers;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.core.metrics.ReconcilerMeters;
import io.trainyard.core.runtime.SnapshotKey;
import io.trainyard.spi.model.TrainJob;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * A program: a controller that prints how many classes its rehearsal loads, its first review, and its first TrainJob until the JobSet is there and until the
 * status says that it runs. Arguments: a kubeconfig, and whether to rehearse.
 */
final class LoadedClasses {
    static final String REHEARSED = "rehearsed";

    private final ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
    private final CountDownLatch over = new CountDownLatch(1);
    private long before = classes.getTotalLoadedClassCount();

    private LoadedClasses() {}

    public static void main(String[] arguments) throws InterruptedException {
        new LoadedClasses().run(Path.of(arguments[0]), arguments[1].equals(REHEARSED));
    }

    private void run(Path kubeconfig, boolean rehearsed) throws InterruptedException {
        try (RehearsedServer server = RehearsedServer.of(kubeconfig)) {
            TrainJobController controller = RehearsedServer.await(Uni.createFrom()
                    .item(() -> assemble(server))
                    .chain(assembled -> assembled.informers().start().replaceWith(assembled.controller()))
                    .runSubscriptionOn(server.loop));
            count("start");
            if (rehearsed) {
                rehearse(server);
                count("rehearsal");
            }
            server.firstReview();
            count("review");
            server.loop.execute(controller::start);
            over.await();
        }
    }

    /** Again where the machine was too busy to shake hands in time: what is counted is what a whole rehearsal leaves to others. */
    private static void rehearse(RehearsedServer server) {
        int reviews = new SampleReviews().reviews().size();
        int accepted = server.rehearse(RehearsedServer.TIMEOUT, 1);
        while (accepted < reviews) {
            accepted = server.rehearse(RehearsedServer.TIMEOUT, 1);
        }
    }

    private record Assembled(Informers informers, TrainJobController controller) {}

    private Assembled assemble(RehearsedServer server) {
        KubeApi api = server.client.requests();
        Informers informers = server.client.informers();
        ControllerCaches caches =
                new ControllerCaches(informers, api, server.time, SnapshotKey.random(), SizeLimits.DEFAULT);
        TrainJobController controller = new TrainJobController(new TrainJobController.Setup(
                api,
                informers,
                caches,
                server.plugins,
                server.time,
                server.loop,
                ReconcilerMeters.register(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), server.time, 32),
                32,
                false,
                Optional.empty(),
                new InPlaceScaling(ElasticSettings.DEFAULT, server.time),
                StatusReporting.OFF,
                false));
        caches.listenToJobSets(new Listener<JobSet>() {
            @Override
            public void added(JobSet jobSet, boolean initial) {
                count("jobset");
            }
        });
        caches.listen(new Listener<TrainJob>() {
            @Override
            public void updated(TrainJob previous, TrainJob trainJob) {
                if (!trainJob.statusOrEmpty().jobsStatus().isEmpty()) {
                    count("status");
                    over.countDown();
                }
            }
        });
        return new Assembled(informers, controller);
    }

    private synchronized void count(String what) {
        long now = classes.getTotalLoadedClassCount();
        System.out.println(what + " " + (now - before));
        before = classes.getTotalLoadedClassCount();
    }

    private abstract static class Listener<T extends io.fabric8.kubernetes.api.model.HasMetadata>
            implements ObjectCache.Listener<T> {
        @Override
        public void added(T object, boolean initial) {}

        @Override
        public void updated(T previous, T object) {}

        @Override
        public void deleted(T object) {}
    }
}
