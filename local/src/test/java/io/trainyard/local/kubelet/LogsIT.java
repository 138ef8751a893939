package io.trainyard.local.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.local.kubelet.logs.LogQuery;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** LOCAL-28, LOCAL-67, LOCAL-83. */
final class LogsIT {
    private final Vertx vertx = Vertx.vertx();
    private Laptop laptop;

    @BeforeEach
    void start(@TempDir Path folder) {
        laptop = new Laptop(folder);
    }

    @AfterEach
    void stop() {
        laptop.close();
        Laptop.await(vertx.close());
    }

    private String read(LogQuery query) {
        Promise<String> all = Promise.promise();
        laptop.kubelet().logs().open(vertx, query).onFailure(all::fail).onSuccess(stream -> {
            Buffer content = Buffer.buffer();
            stream.exceptionHandler(all::fail);
            stream.endHandler(nothing -> all.complete(content.toString()));
            stream.handler(content::appendBuffer);
        });
        return Laptop.await(all.future());
    }

    @Test
    void theEndOfALogIsReadLineByLine() {
        laptop.runOnce("lines", "seq 1 100000");
        laptop.awaitPhase("lines", "Succeeded");
        LogQuery query = LogQuery.of("default", "lines", "main");

        assertThat(read(query)).hasLineCount(100_000);
        assertThat(read(query.withTailLines(3))).isEqualTo("99998\n99999\n100000\n");
        assertThat(read(query.withTailLines(0))).isEmpty();
        assertThat(read(query.withLimitBytes(4))).isEqualTo("1\n2\n");
    }

    @Test
    void whoFollowsALogGetsEverythingUpToTheEndOfTheContainer() {
        laptop.runOnce("chatty", "for i in 1 2 3 4 5; do echo $i; sleep 0.1; done");
        laptop.awaitLog("chatty", "main", "1\n");

        assertThat(read(LogQuery.of("default", "chatty", "main").following())).isEqualTo("1\n2\n3\n4\n5\n");
    }

    @Test
    void logsOutliveTheirPod() {
        laptop.runOnce("gone", "echo last words");
        laptop.awaitPhase("gone", "Succeeded");

        laptop.delete("gone");

        assertThat(read(LogQuery.of("default", "gone", "main"))).isEqualTo("last words\n");
    }
}
