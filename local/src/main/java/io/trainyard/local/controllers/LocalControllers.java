package io.trainyard.local.controllers;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.controllers.job.JobController;
import io.trainyard.local.controllers.job.OrphanedPodController;
import io.trainyard.local.controllers.job.TtlAfterFinishedController;
import io.trainyard.local.controllers.jobset.JobSetController;
import io.trainyard.local.controllers.jobset.JobSetFeatureGates;
import io.trainyard.local.controllers.scheduler.PodGroupController;
import io.trainyard.local.controllers.scheduler.PodGroupKind;
import io.trainyard.local.controllers.scheduler.SchedulerController;
import io.trainyard.local.controllers.toolkit.Cluster;
import io.trainyard.local.controllers.toolkit.Controller;
import io.trainyard.local.controllers.toolkit.ControllerGroup;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All controllers that a laptop needs beside its API server and its kubelet. They have one event loop of their own and
 * work through the API like those of a cluster. The methods may be called on any thread.
 */
public final class LocalControllers {
    private final Vertx vertx;
    private final String deployment;

    private LocalControllers(Vertx vertx, String deployment) {
        this.vertx = vertx;
        this.deployment = deployment;
    }

    /**
     * Starts the controllers; completes when they know what there is. Kinds whose definitions are not installed are followed once they are.
     *
     * @param client of the API server, in this JVM or elsewhere; there must be no other controllers for Jobs and JobSets
     * @param time their only clock
     */
    public static Future<LocalControllers> start(
            Vertx vertx, ApiClient client, TimeSource time, ControllerOptions features) {
        return vertx.deployVerticle(new Body(new Cluster(client, time), features))
                .map(deployment -> new LocalControllers(vertx, deployment));
    }

    /** Stops looking; the objects stay as they are. */
    public Future<Void> stop() {
        return vertx.undeploy(deployment);
    }

    private static List<Controller> controllers(Cluster cluster, ControllerOptions features) {
        List<Controller> controllers = new ArrayList<>();
        controllers.add(new JobSetController(
                cluster, new JobSetFeatureGates(features.restartJob(), features.elasticJobSet()), features.restarts()));
        controllers.add(new JobController(cluster, features.job()));
        controllers.add(new OrphanedPodController(cluster));
        controllers.add(new TtlAfterFinishedController(cluster));
        controllers.add(new SchedulerController(cluster, features.scheduler()));
        for (PodGroupKind kind : PodGroupKind.values()) {
            controllers.add(new PodGroupController(cluster, kind));
        }
        return controllers;
    }

    /** Lives on the event loop. */
    private static final class Body extends AbstractVerticle {
        private final Cluster cluster;
        private final ControllerOptions features;
        private @Nullable ControllerGroup group;

        Body(Cluster cluster, ControllerOptions features) {
            this.cluster = cluster;
            this.features = features;
        }

        @Override
        public void start(Promise<Void> started) {
            ControllerGroup.start(cluster, controllers(cluster, features))
                    .onSuccess(running -> group = running)
                    .<Void>mapEmpty()
                    .onComplete(started);
        }

        @Override
        public void stop() {
            if (group != null) {
                group.stop();
            }
        }
    }
}
