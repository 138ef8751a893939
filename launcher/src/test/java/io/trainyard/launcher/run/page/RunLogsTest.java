package io.trainyard.launcher.run.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.trainyard.dashboard.log.LogLine;
import io.trainyard.dashboard.log.LogReader;
import io.trainyard.dashboard.log.LogSource.Log;
import io.trainyard.dashboard.log.LogSource.Origin;
import io.trainyard.dashboard.log.LogSource.Part;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.local.kubelet.logs.PodFolder;
import io.trainyard.local.kubelet.logs.PodLogs;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Logs of a run on its page, out of its files (OPS-78, LOCAL-113)")
@Timeout(180)
@ExtendWith(VertxExtension.class)
final class RunLogsTest {
    private static final JobKey JOB = new JobKey("default", "mnist");
    private static final Origin ORIGIN = new Origin(0, "node", 0, "mnist-node-0-0", "node");
    private static final Part FOLLOWED = new Part(true, Optional.of(1000), Optional.empty(), false);
    private static final Part AS_IT_IS = new Part(false, Optional.empty(), Optional.empty(), false);

    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicLong bytes = new AtomicLong();
    private final List<LogLine> lines = new CopyOnWriteArrayList<>();

    @TempDir
    private Path folder;

    private Context context;
    private PodLogs files;
    private PodFolder pod;
    private RunLogs logs;

    @BeforeEach
    void begin(Vertx vertx) throws Exception {
        context = vertx.getOrCreateContext();
        files = new PodLogs(folder);
        pod = files.folderFor("default", ORIGIN.pod(), "uid");
        logs = new RunLogs(
                vertx, task -> context.runOnContext(ignored -> task.run()), List::of, () -> Optional.of(files));
    }

    @Test
    void aLogIsFollowedUntilItsContainerEnds() throws Exception {
        start();
        write("first\n");
        read(FOLLOWED);
        await().atMost(ONE_MINUTE).until(() -> texts().equals(List.of("first")));

        write("sec");
        write("ond\n");
        await().atMost(ONE_MINUTE).until(() -> texts().equals(List.of("first", "second")));
        assertThat(ended).isFalse();

        write("last, without an end");
        files.ended("default", ORIGIN.pod(), "node");
        await().atMost(ONE_MINUTE).untilTrue(ended);
        assertThat(texts()).containsExactly("first", "second", "last, without an end");
        assertThat(lines).allSatisfy(line -> assertThat(line.at()).isPresent());
    }

    @Test
    void whatAnEnemyWritesIsCutAndHarmless() throws Exception {
        start();
        write("\u001b]0;title\u0007<script>alert(1)</script>\u202E\u0000\n");
        write("x".repeat(10 << 20) + "\n");
        Files.write(log(), new byte[] {(byte) 0xff, (byte) 0xfe, '\n'}, StandardOpenOption.APPEND);
        write("10 %\r50 %\r100 %\n");
        read(AS_IT_IS);

        await().atMost(ONE_MINUTE).untilTrue(ended);
        assertThat(texts()).hasSize(4);
        assertThat(texts().get(0)).contains("<script>alert(1)</script>").doesNotContain("\u001b", "\u202E", "\u0000");
        assertThat(texts().get(1).length()).isLessThan(20_000);
        assertThat(lines.get(1).lost()).isGreaterThan(10_000_000);
        assertThat(texts().get(3)).isEqualTo("100 %");
    }

    @Test
    void ofAReaderWhoTakesNothingNothingIsRead() throws Exception {
        start();
        write("x".repeat(99) + "\n");
        write(IntStream.range(0, 50_000).mapToObj(i -> "line " + i).collect(Collectors.joining("\n")));
        Log log = open(AS_IT_IS);
        context.runOnContext(ignored -> log.bytes().handler(more -> bytes.addAndGet(more.length())));
        await().atMost(ONE_MINUTE).during(Duration.ofMillis(300)).until(() -> bytes.get() == 0);

        context.runOnContext(ignored -> log.bytes().fetch(1));

        await().atMost(ONE_MINUTE).until(() -> bytes.get() > 0);
        assertThat(bytes.get()).isLessThan(400_000);
        log.close();
        log.close();
    }

    @Test
    void whatIsNotThereIsSaidInWords(Vertx vertx) throws Exception {
        assertThatThrownBy(() -> open(FOLLOWED)).hasMessageContaining("it has not written anything yet");
        start();
        assertThatThrownBy(() -> open(new Part(false, Optional.empty(), Optional.empty(), true)))
                .hasMessageContaining("it was not started again");
        RunLogs early = new RunLogs(vertx, Runnable::run, List::of, Optional::empty);
        assertThatThrownBy(() -> early.open(JOB, ORIGIN, FOLLOWED).await().atMost(Duration.ofSeconds(60)))
                .hasMessageContaining("no program has been started yet");
    }

    @Test
    void onlyTheEndAndTheRunBeforeAreReadOnDemand() throws Exception {
        start();
        write("one\ntwo\nthree\n");
        read(new Part(false, Optional.of(2), Optional.empty(), false));
        await().atMost(ONE_MINUTE).untilTrue(ended);
        assertThat(texts()).containsExactly("two", "three");

        lines.clear();
        ended.set(false);
        pod.beginRun("node", 1);
        write("again\n");
        read(new Part(false, Optional.empty(), Optional.empty(), true));
        await().atMost(ONE_MINUTE).untilTrue(ended);
        assertThat(texts()).containsExactly("one", "two", "three");
    }

    private void start() throws Exception {
        pod.beginRun("node", 0);
        files.begun("default", ORIGIN.pod(), "node");
    }

    private Path log() {
        return pod.log("node");
    }

    private void write(String text) throws Exception {
        Files.writeString(log(), text, StandardOpenOption.APPEND);
    }

    private Log open(Part part) {
        return logs.open(JOB, ORIGIN, part)
                .runSubscriptionOn(task -> context.runOnContext(ignored -> task.run()))
                .await()
                .atMost(Duration.ofSeconds(60));
    }

    private void read(Part part) {
        Log log = open(part);
        LogReader reader = new LogReader(0);
        context.runOnContext(ignored -> {
            log.bytes().handler(more -> lines.addAll(reader.add(more))).endHandler(end -> {
                lines.addAll(reader.end());
                ended.set(true);
            });
            log.bytes().resume();
        });
    }

    private List<String> texts() {
        return lines.stream()
                .map(line -> IntStream.range(0, line.text().size())
                        .filter(i -> i % 2 == 0)
                        .mapToObj(line.text()::get)
                        .collect(Collectors.joining()))
                .toList();
    }
}
