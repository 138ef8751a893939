package io.trainyard.launcher.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.launcher.fuzz.RealWay.End;
import io.trainyard.launcher.fuzz.RealWay.Verdict;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Ordinary runtimes and TrainJobs with ordinary mistakes, against a real API server and JobSet. */
@DisplayName("Of what is admitted at most 5 in 1,000 are refused later (VAL-37b)")
@RealCluster(customResourceDefinitions = "../deploy/crds")
class AdmittedPairsIT {
    private static final Path REPORT = Path.of("target/fuzz-real.txt");
    private static final Path REPORT_OF_EACH = Path.of("target/fuzz-each.txt");
    private static final int THREADS = 6;
    private static final int PER_MILLE = 5;

    /** A runtime of the file that has all that a TrainJob can ask for. */
    private static final int WITH_INITIALIZER = 2;

    private final OrdinaryFiles files = OrdinaryFiles.load();
    private final KubernetesClient client;

    AdmittedPairsIT(TestCluster cluster) {
        this.client = cluster.openClientWithoutRetries();
        client.resource(new PriorityClassBuilder()
                        .withNewMetadata()
                        .withName(World.PRIORITY_CLASS)
                        .endMetadata()
                        .withValue(1000)
                        .build())
                .serverSideApply();
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    @DisplayName("no ordinary mistake is admitted and then refused")
    void ordinaryMistakes() throws IOException {
        List<String> admitted = new ArrayList<>();
        List<String> all = new ArrayList<>();
        each(files.wrong(), 0, (pair, verdict) -> {
            all.add(line(pair, verdict));
            if (verdict.end() == End.REFUSED_LATER || verdict.end() == End.NOT_COMPILED) {
                admitted.add(line(pair, verdict));
            }
        });
        each(files.rare(), 0, (pair, verdict) -> all.add("rare " + line(pair, verdict)));
        Files.write(REPORT_OF_EACH, all);

        assertThat(admitted).isEmpty();
    }

    @Test
    @DisplayName("what a cluster takes is not refused as a mistake")
    void noMistakes() {
        List<String> refused = new ArrayList<>();
        BiConsumer<OrdinaryPair, Verdict> check = (pair, verdict) -> {
            if (verdict.end() != End.RUNS) {
                refused.add(line(pair, verdict));
            }
        };
        each(files.good(), WITH_INITIALIZER, check);
        each(files.taken(), 0, check);

        assertThat(refused).isEmpty();
    }

    @Test
    @DisplayName("what we admit becomes a JobSet, Jobs and pods that the API server takes")
    void admittedPairs() throws Exception {
        Corpus corpus = Corpus.shipped();
        Findings webhooks = new Findings();
        RealRun run = new RealRun();
        AtomicInteger next = new AtomicInteger();
        long begin = System.nanoTime();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                ends.add(threads.submit(() -> {
                    try (RealWay way = new RealWay(client, webhooks)) {
                        for (int number = next.incrementAndGet();
                                number <= FuzzRuns.realPairs();
                                number = next.incrementAndGet()) {
                            OrdinaryPair pair = OrdinaryPair.of(FuzzRuns.SEED + number, files, corpus);
                            run.add(pair, way.go(pair));
                        }
                    }
                }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        } finally {
            threads.shutdownNow();
        }
        String summary = String.format(
                "fuzz: %s, %d s",
                run, Duration.ofNanos(System.nanoTime() - begin).toSeconds());
        System.out.println(summary + "; all of it is in " + REPORT);
        Files.writeString(REPORT, summary + "\n" + run.details());

        assertThat(webhooks.isEmpty()).as(webhooks.toString()).isTrue();
        assertThat(run.admitted()).as("enough of them are admitted").isGreaterThan(FuzzRuns.realPairs() / 10);
        assertThat(run.count(End.REFUSED_LATER) + run.count(End.NOT_COMPILED))
                .as("admitted, then refused: %s", run.admittedAndRefused())
                .isLessThanOrEqualTo((int) Math.ceil(run.admitted() * PER_MILLE / 1000.0));
    }

    private void each(
            List<List<Map<String, Object>>> variants, int runtime, BiConsumer<OrdinaryPair, Verdict> verdicts) {
        Findings webhooks = new Findings();
        try (RealWay way = new RealWay(client, webhooks)) {
            variants.stream()
                    .flatMap(List::stream)
                    .map(variant -> OrdinaryPair.of(variant, files, runtime))
                    .forEach(pair -> verdicts.accept(pair, way.go(pair)));
        }
        assertThat(webhooks.isEmpty()).as(webhooks.toString()).isTrue();
    }

    private static String line(OrdinaryPair pair, Verdict verdict) {
        return verdict.end() + " | " + pair.mistakes().get(0) + " | " + verdict.kind() + ": "
                + verdict.words().replaceFirst("(?s)^.*? is invalid: ", "");
    }
}
