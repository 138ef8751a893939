package io.trainyard.launcher.controller;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionReader;
import io.trainyard.core.admission.AdmissionWebhooks;
import io.trainyard.core.admission.http.AdmissionServer;
import io.trainyard.core.admission.http.WebhookPath;
import io.trainyard.core.config.WebhookSettings;
import io.trainyard.core.controller.ReconcileRehearsal;
import io.trainyard.core.http.HttpListener;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.core.time.TimeLimit;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the first users would otherwise wait for: before the process is ready, reviews of a sample go over TLS through a server like the real one, and the sample is
 * reconciled from its creation to its end with requests that go nowhere, until the time is up. So classes are loaded and hot code is compiled. Nobody hears of
 * it: the server has a port of its own on this machine and metrics that nobody reads, and what is applied is thrown away. It never fails.
 */
final class StartRehearsal {
    private static final Logger LOG = LoggerFactory.getLogger(StartRehearsal.class);

    /** More than the compilers of the JDK wait for, with each of the reviews of a round. */
    static final int MAX_ROUNDS = 250;

    private static final String YES = "\"allowed\":true";

    private final EventLoop loop;
    private final TimeSource time;
    private final Duration limit;
    private final int rounds;
    private final HttpServerOptions transport;
    private final Decisions decisions;
    private final Function<Context, KubeApi> nowhere;
    /** Where everything happens: what takes long there keeps nobody waiting, and is no delay of the controller's own loop. */
    private volatile @Nullable Stage stage;

    /** The sample is made there, too: reading it is cold code as well. */
    private record Stage(EventLoop loop, TimeSource time, SampleReviews sample) {}

    /** Makes what decides about the sample, for the event loop on which it will be asked. */
    interface Decisions {
        AdmissionWebhooks on(EventLoop reviews, TimeSource time, AdmissionReader reader);
    }

    /**
     * A rehearsal.
     *
     * @param limit begins nothing more after this time; zero for no rehearsal
     * @param rounds begins no more than these, each with all reviews of the sample
     * @param transport how the real server speaks TLS
     * @param nowhere requests for that event loop that are never sent, with an empty cluster behind them each time
     */
    StartRehearsal(
            EventLoop loop,
            TimeSource time,
            Duration limit,
            int rounds,
            HttpServerOptions transport,
            Decisions decisions,
            Function<Context, KubeApi> nowhere) {
        this.loop = loop;
        this.time = time;
        this.limit = limit;
        this.rounds = rounds;
        this.transport = transport;
        this.decisions = decisions;
        this.nowhere = nowhere;
    }

    /** Completes when it is over, twice the limit later at most, with the number of reviews that were answered by yes. */
    Uni<Integer> run(Plugins plugins) {
        if (limit.isZero()) {
            return Uni.createFrom().item(0);
        }
        long begin = time.nanos();
        AtomicInteger accepted = new AtomicInteger();
        return AdmissionServer.open(loop.context().owner(), new WebhookSettings("127.0.0.1", 0), transport, this::hooks)
                // What is under way when the time is up may end, unless it hangs.
                .chain(server -> TimeLimit.of(limit.multipliedBy(2), time, rounds(server, plugins, begin, accepted))
                        .onTermination()
                        .call(server::close))
                .emitOn(loop)
                .onItemOrFailure()
                .invoke((done, failure) -> LOG.atInfo()
                        .addKeyValue("reviews", accepted.get())
                        .addKeyValue(
                                "millis", Duration.ofNanos(time.nanos() - begin).toMillis())
                        .log(failure == null ? "rehearsed" : "rehearsal ended early: " + failure.getMessage()))
                .onFailure()
                .recoverWithNull()
                .map(done -> accepted.get());
    }

    private AdmissionServer.Hooks hooks(Context context) {
        EventLoop reviews = new EventLoop(context);
        SampleReviews sample = new SampleReviews();
        TimeSource reviewTime = new VertxTimeSource(context);
        stage = new Stage(reviews, reviewTime, sample);
        AdmissionWebhooks decided = decisions.on(reviews, reviewTime, sample);
        return new AdmissionServer.Hooks(
                Map.of(
                        WebhookPath.MUTATE_TRAIN_JOB, decided.trainJobDefaults(),
                        WebhookPath.VALIDATE_TRAIN_JOB, decided.trainJobs(),
                        WebhookPath.VALIDATE_CLUSTER_TRAINING_RUNTIME, decided.runtimes()),
                new SimpleMeterRegistry(),
                AdmissionServer.Limits.DEFAULT);
    }

    private Uni<Void> rounds(HttpListener server, Plugins plugins, long begin, AtomicInteger accepted) {
        Stage set = Objects.requireNonNull(stage, "the server was opened");
        EventLoop apart = set.loop();
        SampleReviews sample = set.sample();
        Set<String> protocols = transport.getEnabledSecureTransportProtocols();
        HttpClient client = loop.context()
                .owner()
                .createHttpClient(new HttpClientOptions()
                        .setSsl(true)
                        .setTrustAll(true)
                        .setVerifyHost(false)
                        .setEnabledSecureTransportProtocols(new LinkedHashSet<>(protocols)));
        Iterator<ClusterTrainingRuntime> runtimes = Stream.generate(() -> runtimes(sample, plugins))
                .flatMap(List::stream)
                .iterator();
        Iterator<SampleReviews.Review> all = Stream.generate(sample::reviews)
                .limit(rounds)
                .flatMap(round -> round.stream())
                .iterator();
        return Multi.createBy()
                .repeating()
                .uni(() -> post(client, server.port(), all.next())
                        .emitOn(apart)
                        .invoke(answer -> accepted.addAndGet(answer.contains(YES) ? 1 : 0))
                        .chain(() -> ReconcileRehearsal.life(
                                nowhere.apply(apart.context()),
                                set.time(),
                                plugins,
                                sample.suspendedTrainJob(),
                                runtimes.next()))
                        .emitOn(apart))
                .whilst(ended -> all.hasNext() && time.nanos() - begin < limit.toNanos())
                .collect()
                .last()
                .replaceWithVoid()
                .onTermination()
                .call(() -> Uni.createFrom().completionStage(client.close().toCompletionStage()));
    }

    private static List<ClusterTrainingRuntime> runtimes(SampleReviews sample, Plugins plugins) {
        return plugins.names().contains(SampleReviews.GANG_PLUGIN)
                ? List.of(sample.runtime(), sample.gangRuntime())
                : List.of(sample.runtime());
    }

    private static Uni<String> post(HttpClient client, int port, SampleReviews.Review review) {
        RequestOptions request = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setHost("127.0.0.1")
                .setPort(port)
                .setURI(review.path().path())
                .putHeader("Content-Type", "application/json");
        return Uni.createFrom().completionStage(() -> client.request(request)
                .compose(sending -> sending.send(review.body()))
                .compose(answer -> answer.body())
                .map(Buffer::toString)
                .toCompletionStage());
    }
}
