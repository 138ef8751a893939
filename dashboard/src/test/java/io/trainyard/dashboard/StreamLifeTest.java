package io.trainyard.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.BindAddress;
import io.trainyard.core.http.HttpListener;
import io.trainyard.core.http.PortLimits;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.core.view.JobState;
import io.trainyard.dashboard.access.AccessControl;
import io.trainyard.dashboard.access.AntiForgery;
import io.trainyard.dashboard.access.Credentials;
import io.trainyard.dashboard.access.HostCheck;
import io.trainyard.dashboard.access.Identity;
import io.trainyard.dashboard.access.Right;
import io.trainyard.dashboard.api.ApiRoutes;
import io.trainyard.dashboard.feed.LiveFeed;
import io.trainyard.dashboard.page.Assets;
import io.trainyard.dashboard.page.SecurityHeaders;
import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("A stream's life (OPS-111): a hundred times faster than real")
@Timeout(180)
@ExtendWith(VertxExtension.class)
final class StreamLifeTest {
    private static final String[] ANN = {"Authorization: Bearer ann"};

    private final SampleViews views = new SampleViews(Rows.NOW);
    private volatile boolean known = true;
    private volatile boolean allowed = true;
    private volatile Optional<Uni<Optional<Identity>>> trouble = Optional.empty();
    private volatile Uni<Boolean> looked = Uni.createFrom().item(true);
    private HttpListener listener;

    @BeforeEach
    void open(Vertx vertx) throws IOException {
        views.put(Rows.row("team-a", "bert", JobState.RUNNING));
        Assets assets = Assets.read();
        listener = HttpListener.open(
                        vertx,
                        new HttpListener.Place("test", new BindAddress("127.0.0.1", 0), PortLimits.DASHBOARD),
                        new HttpServerOptions(),
                        context -> router(context, assets)::handle)
                .await()
                .atMost(Duration.ofSeconds(60));
        await().atMost(ONE_MINUTE)
                .until(() -> Wire.ask(listener.port(), "GET /api/v1/jobs", ANN).status() == 200);
    }

    private Router router(Context context, Assets assets) {
        TimeSource time = new Fast(new VertxTimeSource(context));
        LiveFeed feed = new LiveFeed(time, task -> context.runOnContext(ignored -> task.run()), "test");
        views.watch(feed);
        return ApiRoutes.router(
                context,
                time,
                feed,
                new ApiRoutes.Parts(
                        views,
                        views,
                        Optional.empty(),
                        new Changing(),
                        new HostCheck(Set.of()),
                        new AntiForgery(new SecureRandom()),
                        new SecurityHeaders("'none'"),
                        assets,
                        "test",
                        "token",
                        ""));
    }

    @Test
    void aStreamOfJobsEndsWithItsToken() throws IOException {
        try (Wire stream = Wire.stream(listener.port(), "GET /api/v1/stream", ANN)) {
            assertThat(stream.until("event: all")).doesNotContain("expired");

            known = false;

            stream.until("event: expired");
        }
    }

    @Test
    void aStreamOfLogsEndsWithTheRight() throws IOException {
        views.log(List.of("hello"));
        try (Wire stream = Wire.stream(listener.port(), "GET /api/v1/jobs/team-a/bert/logs?follow=true", ANN)) {
            stream.until("hello");

            allowed = false;

            stream.until("event: expired");
        }
    }

    @Test
    void noStreamGoesOnForLongWhenNobodyCanTellWhoseTokenItIs() throws IOException {
        views.log(List.of("hello"));
        try (Wire jobs = Wire.stream(listener.port(), "GET /api/v1/stream", ANN);
                Wire logs = Wire.stream(listener.port(), "GET /api/v1/jobs/team-a/bert/logs?follow=true", ANN)) {
            jobs.until("event: all");
            logs.until("hello");

            trouble = Optional.of(Uni.createFrom().failure(new IllegalStateException("too many questions")));

            jobs.untilEnd();
            logs.untilEnd();
        }
    }

    @Test
    void noStreamGoesOnForLongWhenTheApiServerNeverAnswers() throws IOException {
        try (Wire stream = Wire.stream(listener.port(), "GET /api/v1/stream", ANN)) {
            stream.until("event: all");

            trouble = Optional.of(Uni.createFrom().nothing());

            stream.untilEnd();
        }
    }

    @Test
    void aDownloadBreaksOffWithTheRightToReadIt() throws IOException {
        views.log(List.of("hello"));
        views.endless(true);
        try (Wire download = Wire.stream(listener.port(), "GET /api/v1/jobs/team-a/bert/logs?download=true", ANN)) {
            download.until("hello");

            allowed = false;

            download.untilEnd();
        }
    }

    @Test
    void aShortOutageEndsNoStream() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        try (Wire stream = Wire.stream(listener.port(), "GET /api/v1/stream", ANN)) {
            stream.until("event: all");

            trouble = Optional.of(Uni.createFrom()
                    .deferred(() -> asked.incrementAndGet() % 3 == 0
                            ? Uni.createFrom().item(Optional.of(new Identity("ann", "", List.of(), Map.of())))
                            : Uni.createFrom().failure(new IllegalStateException("down"))));

            await().atMost(ONE_MINUTE).until(() -> asked.get() > 9);
            views.put(Rows.row("team-a", "gpt", JobState.RUNNING));
            stream.until("\"name\":\"gpt\"");
        }
    }

    @Test
    void noProxyCanVouchForAPartOfTheCluster() throws IOException {
        for (String path : List.of("stream", "jobs", "jobs/team-a/bert/logs")) {
            Wire.Answer answer =
                    Wire.ask(listener.port(), "GET /api/v1/" + path, "kubeflow-userid: system:kube-controller-manager");

            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.body()).contains("kubeflow-userid", "system:");
        }
    }

    @Test
    void whoMaySeeNoJobAnyMoreIsToldThatThereIsNone() throws IOException {
        try (Wire stream = Wire.stream(listener.port(), "GET /api/v1/stream", ANN)) {
            stream.until("\"name\":\"bert\"");

            allowed = false;

            stream.until("\"rows\":[]");
        }
    }

    @Test
    void whoHasLeftBeforeHisRightsAreKnownFollowsNoLog() throws IOException {
        CompletableFuture<Boolean> late = new CompletableFuture<>();
        looked = Uni.createFrom().completionStage(late);
        for (int i = 0; i < 100; i++) {
            Wire.stream(listener.port(), "GET /api/v1/jobs/team-a/bert/logs?follow=true", ANN)
                    .close();
        }
        // Answered after them, so that it is known by now that they have left.
        assertThat(Wire.ask(listener.port(), "GET /api/v1/openapi.json").status())
                .isEqualTo(200);

        late.complete(true);

        assertThat(Wire.ask(listener.port(), "GET /api/v1/jobs/team-a/bert/logs", ANN)
                        .status())
                .isEqualTo(200);
    }

    /** Somebody whose token and rights may be taken back, and for whom one may have to look for long. */
    private final class Changing implements AccessControl {
        @Override
        public Uni<Optional<Identity>> identify(Credentials credentials) {
            return trouble.orElseGet(() -> Uni.createFrom()
                    .item(known ? Optional.of(new Identity("ann", "", List.of(), Map.of())) : Optional.empty()));
        }

        @Override
        public Uni<Boolean> allowed(Identity who, Right right, String namespace) {
            return looked.map(done -> allowed);
        }
    }

    private record Fast(TimeSource real) implements TimeSource {
        @Override
        public Instant now() {
            return real.now();
        }

        @Override
        public long nanos() {
            return real.nanos();
        }

        @Override
        public Cancellable after(Duration delay, Runnable task) {
            return real.after(delay.dividedBy(100), task);
        }
    }
}
