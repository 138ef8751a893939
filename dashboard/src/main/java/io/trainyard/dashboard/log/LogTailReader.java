package io.trainyard.dashboard.log;

import io.smallrye.mutiny.Uni;
import io.trainyard.dashboard.log.LogSource.Log;
import io.trainyard.dashboard.log.LogSource.Origin;
import io.trainyard.dashboard.log.LogSource.Part;
import io.trainyard.dashboard.view.JobKey;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Reads the end of a container's log at once, in bounded memory. */
public final class LogTailReader {
    private static final int MAX_BYTES = 256 * 1024;

    private final LogSource source;

    /**
     * @param source where logs come from
     */
    public LogTailReader(LogSource source) {
        this.source = source;
    }

    /**
     * The last lines, oldest first. Never fails: of a log that cannot be read there is one line that says why.
     *
     * @param lines how many at most
     */
    public Uni<List<String>> lines(JobKey job, Origin origin, int lines) {
        return source.open(job, origin, new Part(false, Optional.of(lines), Optional.empty(), false))
                .chain(LogTailReader::read)
                .map(bytes -> new String(bytes.getBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList())
                .onFailure()
                .recoverWithItem(failure -> List.of("(" + failure.getMessage() + ")"));
    }

    private static Uni<Buffer> read(Log log) {
        return Uni.createFrom().emitter(emitter -> {
            Buffer text = Buffer.buffer();
            log.bytes()
                    .exceptionHandler(emitter::fail)
                    .endHandler(ended -> emitter.complete(text))
                    .handler(bytes -> {
                        text.appendBuffer(bytes.slice(0, Math.min(bytes.length(), MAX_BYTES - text.length())));
                        if (text.length() >= MAX_BYTES) {
                            log.close();
                            emitter.complete(text);
                        }
                    })
                    .resume();
        });
    }
}
