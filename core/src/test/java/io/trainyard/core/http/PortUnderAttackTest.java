package io.trainyard.core.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.trainyard.core.config.BindAddress;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("A port and those who want it for themselves (OPS-130)")
@Timeout(180)
final class PortUnderAttackTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SHORT = Duration.ofMillis(700);
    private static final String HALF = "GET / HTTP/1.1\r\nX-Long: " + "x".repeat(3_000);
    private static final String GOOD = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final String BAD = "GET /bad HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final String SLOW = "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n";

    private final Vertx vertx = Vertx.vertx();
    private final List<Caller> callers = new ArrayList<>();
    private final CompletableFuture<HttpServerRequest> slow = new CompletableFuture<>();
    private int port;

    @AfterEach
    void close() throws Exception {
        for (Caller caller : callers) {
            caller.socket().close();
        }
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    void halfRequestsOfFourAddressesKeepNoFifthWaiting() throws IOException {
        open(new PortLimits(40, 16, 40, 8 * 1024, LONG, LONG));
        for (int i = 0; i < 400; i++) {
            caller(2 + i % 4).say(HALF);
        }

        assertThat(caller(1).ask(GOOD)).startsWith("HTTP/1.1 200");
        assertThat(open()).isLessThanOrEqualTo(41);
    }

    @Test
    void whoFindsNoRoomWaitsAndIsAnsweredLater() throws IOException {
        open(new PortLimits(400, 400, 3, 8 * 1024, LONG, LONG));
        for (int i = 0; i < 40; i++) {
            caller(2 + i % 4).say(GOOD);
        }

        assertThat(callers).allSatisfy(caller -> assertThat(caller.read()).startsWith("HTTP/1.1 200"));
        await().atMost(ONE_MINUTE).until(() -> open() == 3);
    }

    @Test
    void halfRequestsThatTakeAllTheRoomKeepNoFurtherAddressWaiting() throws IOException {
        open(new PortLimits(400, 400, 20, 8 * 1024, LONG, LONG));
        Caller idle = caller(1);
        assertThat(idle.ask(GOOD)).startsWith("HTTP/1.1 200");
        for (int i = 0; i < 100; i++) {
            caller(2 + i % 4).say(HALF);
        }

        assertThat(idle.ask(GOOD)).startsWith("HTTP/1.1 200");
        assertThat(caller(1).ask(GOOD)).startsWith("HTTP/1.1 200");
        assertThat(open()).as("those who wait are in nobody's way").isGreaterThan(90);
    }

    @Test
    void aFloodOfItsAddressLeavesAConnectionThatHasJustBegunTheTimeForItsHeader() throws IOException {
        open(new PortLimits(40, 10, 40, 8 * 1024, LONG, LONG));
        Caller begun = caller(2);
        begun.say("GET / HTTP/1.1\r\n");
        for (int i = 0; i < 12; i++) {
            caller(2).say(HALF);
        }

        assertThat(begun.ask("Host: x\r\n\r\n")).startsWith("HTTP/1.1 200");
    }

    @Test
    void connectionsThatAreOpenedBeforeTheyAreNeededKeepNoOtherOfTheirAddressWaiting() throws IOException {
        open(new PortLimits(40, 40, 40, 8 * 1024, LONG, LONG));
        List<Caller> unused = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            unused.add(caller(1));
        }

        assertThat(caller(1).ask(GOOD)).startsWith("HTTP/1.1 200");
        assertThat(unused).allSatisfy(caller -> assertThat(caller.ask(GOOD)).startsWith("HTTP/1.1 200"));
    }

    @Test
    void answersThatRefuseKeepNoPlace() throws IOException {
        open(new PortLimits(40, 10, 40, 8 * 1024, LONG, LONG));
        for (int i = 0; i < 40; i++) {
            assertThat(caller(2 + i % 4).ask(BAD)).startsWith("HTTP/1.1 415");
        }

        for (int i = 0; i < 5; i++) {
            assertThat(caller(1).ask(GOOD)).startsWith("HTTP/1.1 200");
        }
        assertThat(callers.subList(40, 45)).noneMatch(Caller::isClosed);
    }

    @Test
    void onlyAnswersThatMakeSenseKeepAConnectionOpen() throws Exception {
        open(new PortLimits(40, 10, 40, 8 * 1024, LONG, Duration.ofSeconds(2)));
        Caller useless = caller(2);
        Caller useful = caller(1);
        long begun = System.nanoTime();

        while (!useless.isClosed()) {
            assertThat(System.nanoTime() - begun).isLessThan(TimeUnit.SECONDS.toNanos(60));
            useless.say(BAD);
            assertThat(useful.ask(GOOD)).startsWith("HTTP/1.1 200");
        }
        assertThat(System.nanoTime() - begun).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(1_900));
    }

    @Test
    void aHeaderHasToBeThereInTimeHoweverSlowlyItsBytesCome() throws IOException {
        open(new PortLimits(40, 10, 40, 8 * 1024, SHORT, LONG));
        Caller trickling = caller(2);

        await().atMost(ONE_MINUTE).until(() -> {
            trickling.say("G");
            return trickling.isClosed();
        });
    }

    @Test
    void theNextHeaderHasAsLittleTimeFromItsFirstByte() throws IOException {
        open(new PortLimits(40, 10, 40, 8 * 1024, SHORT, LONG));
        Caller kept = caller(1);
        Caller later = caller(2);
        Caller inLines = caller(4);
        assertThat(List.of(kept, later, inLines))
                .allSatisfy(caller -> assertThat(caller.ask(GOOD)).startsWith("HTTP/1.1 200"));
        later.say("GET");
        inLines.say("GET / HTTP/1.1\r\nHost: x\r\n");

        await().atMost(ONE_MINUTE).until(() -> later.isClosed() && inLines.isClosed());
        assertThat(kept.ask(GOOD)).startsWith("HTTP/1.1 200");
    }

    @Test
    void aBodyThatNobodyReadsHasToEndInTimeToo() throws IOException {
        open(new PortLimits(40, 10, 40, 8 * 1024, SHORT, LONG));
        Caller endless = caller(2);
        assertThat(endless.ask("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n1"))
                .startsWith("HTTP/1.1 200");

        await().atMost(ONE_MINUTE).until(endless::isClosed);
    }

    @Test
    void whoWaitsWithTheBodyIsInNobodysWay() throws IOException {
        open(new PortLimits(40, 40, 4, 8 * 1024, LONG, LONG));
        for (int i = 0; i < 20; i++) {
            caller(2).say("POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n");
        }

        for (Caller caller : List.copyOf(callers)) {
            assertThat(caller.ask("abc")).startsWith("HTTP/1.1 200").endsWith("abc");
        }
    }

    @Test
    void whoIsBeingAnsweredStaysWhateverOthersDo() throws Exception {
        open(new PortLimits(10, 10, 10, 8 * 1024, SHORT, SHORT));
        Caller patient = caller(2);
        patient.say(SLOW);
        HttpServerRequest request = slow.get(60, TimeUnit.SECONDS);
        for (int i = 0; i < 50; i++) {
            caller(2).say(HALF);
        }
        await().atMost(ONE_MINUTE).until(() -> open() == 1);

        request.response().end("at last");

        assertThat(patient.read()).startsWith("HTTP/1.1 200");
    }

    @Test
    void aClosedListenerClosesWhatItHasLetIn() throws IOException {
        HttpListener listener = open(new PortLimits(10, 10, 10, 8 * 1024, LONG, LONG));
        Caller idle = caller(2);
        assertThat(idle.ask(GOOD)).startsWith("HTTP/1.1 200");

        listener.close().await().atMost(Duration.ofSeconds(60));

        await().atMost(ONE_MINUTE).until(idle::isClosed);
    }

    private HttpListener open(PortLimits limits) {
        HttpListener listener = HttpListener.open(
                        vertx,
                        new HttpListener.Place("some.setting", new BindAddress("127.0.0.1", 0), limits),
                        new HttpServerOptions(),
                        context -> this::answer)
                .await()
                .atMost(Duration.ofSeconds(60));
        port = listener.port();
        return listener;
    }

    private void answer(HttpServerRequest request) {
        switch (request.path()) {
            case "/slow" -> slow.complete(request);
            case "/body" -> request.bodyHandler(body -> request.response().end(body));
            case "/bad" -> request.response().setStatusCode(415).end("bad");
            default -> request.response().end("good");
        }
    }

    /** From 127.0.0.N. */
    private Caller caller(int address) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) address}), 0));
        socket.connect(new InetSocketAddress("127.0.0.1", port), 60_000);
        socket.setSoTimeout(60_000);
        Caller caller = new Caller(socket);
        callers.add(caller);
        return caller;
    }

    private long open() {
        return callers.stream().filter(caller -> !caller.isClosed()).count();
    }

    private record Caller(Socket socket) {
        /** Nothing comes of it when the other end has closed. */
        private void say(String text) {
            try {
                socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException closed) {
                // Seen by reading.
            }
        }

        private String ask(String text) {
            say(text);
            return read();
        }

        private String read() {
            try {
                byte[] answer = new byte[4096];
                int length = socket.getInputStream().read(answer);
                return length < 0 ? "closed" : new String(answer, 0, length, StandardCharsets.US_ASCII);
            } catch (IOException broken) {
                return broken.toString();
            }
        }

        /** Whether the other end has closed; drops what has come. */
        private boolean isClosed() {
            try {
                socket.setSoTimeout(1);
                while (socket.getInputStream().read(new byte[4096]) >= 0) {}
                return true;
            } catch (java.net.SocketTimeoutException nothing) {
                return false;
            } catch (IOException broken) {
                return true;
            } finally {
                wait(socket);
            }
        }

        private static void wait(Socket socket) {
            try {
                socket.setSoTimeout(60_000);
            } catch (SocketException closed) {
                // Then nobody reads.
            }
        }
    }
}
