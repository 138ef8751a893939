package io.trainyard.launcher.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.launcher.cli.run.LocalRun;
import io.trainyard.launcher.cli.run.Machines;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.local.admission.LocalAdmission;
import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.api.request.AdmissionHook;
import io.trainyard.local.client.Resource;
import io.trainyard.local.controllers.ControllerOptions;
import io.trainyard.local.definitions.Definitions;
import io.trainyard.spi.model.TrainJob;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Changes that come while the ranks start again (LOCAL-173)")
@Timeout(180)
final class DevelopmentLoopTest {
    /** What is given to its one worker is done one after the other. */
    private final Vertx vertx = Vertx.vertx(new VertxOptions().setWorkerPoolSize(1));

    private final Context context = vertx.getOrCreateContext();
    private final VertxTimeSource time = new VertxTimeSource(context);
    private final SlowReview review = new SlowReview();
    private final StringWriter screen = new StringWriter();
    private final BlockingQueue<String> read = new LinkedBlockingQueue<>();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        await(vertx::close);
    }

    @Test
    @DisplayName("a change that comes while the TrainJob is being admitted waits for its turn")
    void oneChangeAfterTheOther() throws Exception {
        List<Path> files = List.of(folder.resolve("train.py"));
        DevelopmentLoop loop = loop();
        LocalApiServer server = await(() -> LocalApiServer.start(
                vertx,
                LocalAdmission.addTo(
                                LocalApiOptions.DEFAULT.withDefinitions(Definitions.load()), ControllerOptions.DEFAULT)
                        .withHook(review)));
        await(() -> loop.begin(server));
        onContext(() -> loop.changed(files));
        assertThat(read.poll(60, TimeUnit.SECONDS)).isEqualTo("input");
        assertThat(review.begun).as(() -> screen.toString()).succeedsWithin(60, TimeUnit.SECONDS);

        onContext(() -> loop.changed(files));
        await(() -> vertx.executeBlocking(() -> null, false));
        assertThat(read).isEmpty();

        review.answer.complete(Validation.OK);
        assertThat(read.poll(60, TimeUnit.SECONDS)).isEqualTo("input");
        onContext(loop::stop);
    }

    private DevelopmentLoop loop() {
        LocalRun.Display display = new LocalRun.Display(
                new PrintWriter(screen, true),
                new PrintWriter(screen, true),
                LocalRun.Format.LINES,
                LocalRun.Follow.ALL,
                Optional.empty(),
                false,
                LocalRun.Page.NONE,
                false);
        LocalRun.Request request = new LocalRun.Request(
                List.of(),
                List.of(),
                List.of(TreeConversion.toObject(
                        Tree.object(
                                Yaml.parse(
                                        """
                                        apiVersion: trainer.kubeflow.org/v1alpha1
                                        kind: TrainJob
                                        metadata: {name: mnist, namespace: default}
                                        spec: {runtimeRef: {name: torch-distributed}}
                                        """)),
                        TrainJob.class)),
                "default",
                null,
                Machines.in(folder),
                display,
                new LocalRun.Limits(Optional.empty(), false, Optional.empty()));
        return new DevelopmentLoop(
                context,
                time,
                new RunFolder(folder),
                new RunSession(vertx, time, display, Set.of("default/mnist"), state -> {}, () -> {}),
                request,
                new LocalRun.Development(
                        () -> {
                            read.add("input");
                            return request;
                        },
                        Set.of(),
                        Optional.empty()),
                how -> {});
    }

    private void onContext(Runnable task) {
        await(() -> {
            task.run();
            return Future.succeededFuture();
        });
    }

    private <T> T await(Supplier<Future<T>> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        context.runOnContext(now -> work.get().onSuccess(result::complete).onFailure(result::completeExceptionally));
        return result.orTimeout(60, TimeUnit.SECONDS).join();
    }

    /** Answers about TrainJobs when the test wants it to. */
    private static final class SlowReview implements AdmissionHook {
        private final CompletableFuture<Void> begun = new CompletableFuture<>();
        private final Promise<Validation> answer = Promise.promise();

        @Override
        public String name() {
            return "slow";
        }

        @Override
        public boolean handles(Resource resource, String subresource) {
            return resource.plural().equals("trainjobs");
        }

        @Override
        public Future<Validation> validate(Write write) {
            begun.complete(null);
            return answer.future();
        }
    }
}
