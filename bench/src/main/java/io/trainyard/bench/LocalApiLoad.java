package io.trainyard.bench;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.HttpApiClient;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.Watch;
import io.trainyard.local.client.WatchEvent;
import io.trainyard.local.client.WatchHandler;
import io.trainyard.local.client.WriteOptions;
import io.trainyard.local.definitions.Definitions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many applies a second the local API server takes, and whether 200 watchers keep up. Client and server share one JVM and the
 * machine; prints a table in Markdown.
 */
public final class LocalApiLoad {
    private static final int OBJECTS = 500;
    private static final int ROUND = 20_000;
    private static final int ROUNDS = 4;
    private static final int IN_FLIGHT = 64;
    private static final int WATCHERS = 200;
    private static final int WATCHED_WRITES = 5_000;
    private static final Resource TRAIN_JOBS = new Resource("trainer.kubeflow.org", "v1alpha1", "trainjobs");
    private static final WriteOptions APPLY = WriteOptions.as("bench");

    private static final String CONFIG_MAP =
            "{apiVersion: v1, kind: ConfigMap, metadata: {name: o%d, namespace: default}, data: {a: '%d', b: c}}";
    private static final String POD =
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: o%d, namespace: default, labels: {app: bench}, annotations: {round: '%d'}}
            spec:
              restartPolicy: Never
              nodeName: local
              containers:
              - name: node
                image: python
                command: [python, train.py]
                env: [{name: A, value: b}, {name: C, value: d}, {name: RANK, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]
                ports: [{containerPort: 29500, name: rendezvous}]
                resources: {requests: {cpu: '1'}, limits: {memory: 1Gi}}
                volumeMounts: [{name: data, mountPath: /data}]
              volumes: [{name: data, emptyDir: {}}]
            """;
    private static final String TRAIN_JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: o%d, namespace: default, annotations: {round: '%d'}}
            spec:
              runtimeRef: {name: torch}
              trainer: {numNodes: 2, command: [python, train.py], env: [{name: A, value: b}, {name: C, value: d}]}
            """;

    private LocalApiLoad() {}

    /** Takes no arguments. */
    public static void main(String[] arguments) throws Exception {
        Vertx vertx = Vertx.vertx();
        LocalApiServer server =
                await(LocalApiServer.start(vertx, LocalApiOptions.DEFAULT.withDefinitions(Definitions.load())));
        HttpApiClient http = HttpApiClient.connect(vertx, server.kubeconfig(), "bench");
        System.out.println("| What | " + ROUNDS + " rounds, each /s |\n|---|---|");
        for (ApiClient client : List.of(server.client("bench"), http)) {
            String way = client == http ? "over HTTP" : "in process";
            rates("apply of a ConfigMap, " + way, client, Resource.CONFIG_MAPS, CONFIG_MAP);
            rates("apply of a Pod, " + way, client, Resource.PODS, POD);
            rates("apply of a TrainJob, " + way, client, TRAIN_JOBS, TRAIN_JOB);
        }
        watchers("in process", server.client("bench"), server.client("bench"));
        watchers("over HTTP", server.client("bench"), http);
        await(http.close());
        await(vertx.close());
    }

    private static void rates(String what, ApiClient client, Resource resource, String yaml) throws Exception {
        List<Map<String, Object>> bodies = new ArrayList<>();
        for (int i = 0; i < OBJECTS; i++) {
            bodies.add(Tree.child(Yaml.parse(yaml.formatted(i, 0))));
        }
        StringBuilder line = new StringBuilder();
        for (int round = 0; round < ROUNDS; round++) {
            line.append(round == 0 ? "" : ", ").append(String.format("%,d", apply(client, resource, bodies, ROUND)));
        }
        System.out.println("| " + what + " | " + line + " |");
    }

    /** Applies, each time with another value, and gives the rate. */
    private static long apply(ApiClient client, Resource resource, List<Map<String, Object>> bodies, int count)
            throws Exception {
        Promise<Void> done = Promise.promise();
        AtomicInteger started = new AtomicInteger();
        AtomicInteger finished = new AtomicInteger();
        long begin = System.nanoTime();
        for (int i = 0; i < IN_FLIGHT; i++) {
            next(client, resource, bodies, count, started, finished, done);
        }
        await(done.future());
        return count * 1_000_000_000L / (System.nanoTime() - begin);
    }

    private static void next(
            ApiClient client,
            Resource resource,
            List<Map<String, Object>> bodies,
            int count,
            AtomicInteger started,
            AtomicInteger finished,
            Promise<Void> done) {
        int number = started.getAndIncrement();
        if (number >= count) {
            return;
        }
        Map<String, Object> body = Tree.copy(bodies.get(number % bodies.size()));
        String value = Long.toString(System.nanoTime());
        if (resource.equals(Resource.CONFIG_MAPS)) {
            Tree.put(body, value, "data", "a");
        } else {
            Tree.put(body, value, "metadata", "annotations", "round");
        }
        client.apply(resource, body, APPLY).onComplete(outcome -> {
            if (outcome.failed()) {
                done.tryFail(outcome.cause());
            } else if (finished.incrementAndGet() == count) {
                done.tryComplete();
            } else {
                next(client, resource, bodies, count, started, finished, done);
            }
        });
    }

    /** Writes while watchers look on; they must all see every write, and their last one soon after it was made. */
    private static void watchers(String way, ApiClient writer, ApiClient watching) throws Exception {
        AtomicLong seen = new AtomicLong();
        AtomicInteger ended = new AtomicInteger();
        Promise<Void> all = Promise.promise();
        long expected = (long) WATCHERS * WATCHED_WRITES;
        String version = await(writer.list(Resource.CONFIG_MAPS, "default", ListOptions.ALL))
                .resourceVersion();
        List<Watch> watches = new ArrayList<>();
        for (int i = 0; i < WATCHERS; i++) {
            watches.add(await(
                    watching.watch(Resource.CONFIG_MAPS, "default", ListOptions.ALL.from(version), new WatchHandler() {
                        @Override
                        public void event(WatchEvent event) {
                            if (event.type() != WatchEvent.Type.BOOKMARK && seen.incrementAndGet() == expected) {
                                all.complete();
                            }
                        }

                        @Override
                        public void end(Optional<ApiException> failure) {
                            ended.incrementAndGet();
                        }
                    })));
        }
        List<Map<String, Object>> bodies = new ArrayList<>();
        for (int i = 0; i < OBJECTS; i++) {
            bodies.add(Tree.child(Yaml.parse(CONFIG_MAP.formatted(i, 0))));
        }
        long begin = System.nanoTime();
        long rate = apply(writer, Resource.CONFIG_MAPS, bodies, WATCHED_WRITES);
        long written = System.nanoTime();
        int endedEarly = ended.get();
        await(all.future());
        System.out.printf(
                "| %d watchers %s, %,d writes | %,d writes/s, %,d events/s, last event %d ms after the last write, %d watches ended |%n",
                WATCHERS,
                way,
                WATCHED_WRITES,
                rate,
                expected * 1_000_000_000L / (System.nanoTime() - begin),
                (System.nanoTime() - written) / 1_000_000,
                endedEarly);
        watches.forEach(Watch::close);
    }

    private static <T> T await(Future<T> future) throws InterruptedException, ExecutionException {
        return future.toCompletionStage().toCompletableFuture().get();
    }
}
