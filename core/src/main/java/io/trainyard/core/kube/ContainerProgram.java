package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.client.http.WebSocket;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.regex.PlainText;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A program in a container that was started from here. Its methods may be called from any thread. */
public final class ContainerProgram {
    private static final byte STDIN = 0;
    private static final int NORMAL_CLOSURE = 1000;

    private final WebSocket socket;
    private final CompletableFuture<End> end;

    ContainerProgram(WebSocket socket, CompletableFuture<End> end) {
        this.socket = socket;
        this.end = end;
    }

    /**
     * How it ended.
     *
     * @param code exit code
     * @param output the beginning of its standard output
     * @param errors the beginning of its standard error
     */
    public record End(int code, String output, String errors) {}

    /**
     * Sends it something to read, and does not wait; see {@link #pendingBytes}.
     *
     * @return false when it takes nothing any more
     */
    public boolean send(ByteBuffer bytes) {
        ByteBuffer message = ByteBuffer.allocate(bytes.remaining() + 1);
        message.put(STDIN).put(bytes).flip();
        return !end.isDone() && socket.send(message);
    }

    /** How much of what was to be sent waits here yet. */
    public long pendingBytes() {
        return socket.queueSize();
    }

    /** Whether it has ended, or its connection has. */
    public boolean hasEnded() {
        return end.isDone();
    }

    /** Its end. Fails with {@link ApiFailure} when it could not be started, or the connection broke. */
    public Uni<End> end() {
        return Uni.createFrom().completionStage(end);
    }

    /** Leaves it; it is ended then. */
    public void close() {
        socket.sendClose(NORMAL_CLOSURE, "");
    }

    /** Takes what comes, in the channels of a WebSocket; called on one event loop. */
    static final class Receiver implements WebSocket.Listener {
        private static final int STDOUT = 1;
        private static final int STDERR = 2;
        private static final int ERROR = 3;
        private static final int MAX_TEXT = 64 * 1024;

        private final String request;
        private final KubernetesSerialization json;
        private final CompletableFuture<End> end = new CompletableFuture<>();
        private final ByteArrayOutputStream output = new ByteArrayOutputStream();
        private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

        /**
         * @param request what was asked for, in messages
         */
        Receiver(String request, KubernetesSerialization json) {
            this.request = request;
            this.json = json;
        }

        CompletableFuture<End> end() {
            return end;
        }

        @Override
        public void onMessage(WebSocket webSocket, String text) {
            onMessage(webSocket, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public void onMessage(WebSocket webSocket, ByteBuffer bytes) {
            if (bytes.hasRemaining()) {
                int channel = bytes.get();
                byte[] content = new byte[bytes.remaining()];
                bytes.get(content);
                take(channel, content);
            }
            webSocket.request();
        }

        private void take(int channel, byte[] content) {
            if (channel == STDOUT) {
                keep(output, content);
            } else if (channel == STDERR) {
                keep(errors, content);
            } else if (channel == ERROR && content.length > 0) {
                ended(new String(content, StandardCharsets.UTF_8));
            }
        }

        private static void keep(ByteArrayOutputStream text, byte[] more) {
            text.write(more, 0, Math.max(0, Math.min(more.length, MAX_TEXT - text.size())));
        }

        private void ended(String text) {
            Status status;
            try {
                status = json.unmarshal(text, Status.class);
            } catch (RuntimeException unreadable) {
                end.completeExceptionally(failure("it is not clear how the program ended: " + text, null));
                return;
            }
            Optional<Integer> code = exitCode(status);
            if (code.isPresent()) {
                end.complete(new End(
                        code.get(), output.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8)));
            } else {
                end.completeExceptionally(failure(String.valueOf(status.getMessage()), null));
            }
        }

        private static Optional<Integer> exitCode(Status status) {
            if ("Success".equals(status.getStatus())) {
                return Optional.of(0);
            }
            List<StatusCause> causes = status.getDetails() == null
                    ? List.of()
                    : status.getDetails().getCauses();
            return causes.stream()
                    .filter(cause -> "ExitCode".equals(cause.getReason()))
                    .map(StatusCause::getMessage)
                    .filter(message -> message != null && PlainText.isNumber(message, 9))
                    .map(Integer::valueOf)
                    .findFirst();
        }

        @Override
        public void onClose(WebSocket webSocket, int code, String reason) {
            end.completeExceptionally(failure("the connection was closed before the program had ended", null));
        }

        @Override
        public void onError(WebSocket webSocket, Throwable error) {
            end.completeExceptionally(failure("the connection broke: " + error.getMessage(), error));
        }

        private ApiFailure failure(String message, @Nullable Throwable cause) {
            return new ApiFailure(
                    cause == null ? ApiFailure.Kind.SERVER_ERROR : ApiFailure.Kind.UNREACHABLE,
                    0,
                    "",
                    request + ": " + message,
                    null,
                    cause);
        }
    }
}
