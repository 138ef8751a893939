package io.trainyard.launcher.run.debug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How the debugger of a rank comes to the terminal (LOCAL-174). */
final class DebugServerTest {
    private final BlockingQueue<String> screen = new LinkedBlockingQueue<>();
    private final StringWriter out = new StringWriter();

    private final DebugServer.Screen shared = new DebugServer.Screen() {
        @Override
        public void say(String message) {
            screen.add(message);
        }

        @Override
        public void hold() {
            screen.add("hold");
        }

        @Override
        public void release() {
            screen.add("release");
        }
    };

    private DebugServer server(String typed) throws Exception {
        return server(new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)));
    }

    private DebugServer server(InputStream typed) throws Exception {
        return DebugServer.start(typed, new PrintWriter(out), shared);
    }

    private static Socket connect(Map<String, String> variables) throws Exception {
        String address = variables.get("TRAINYARD_DEBUG_ADDRESS");
        return new Socket(
                InetAddress.getLoopbackAddress(), Integer.parseInt(address.substring(address.indexOf(':') + 1)));
    }

    private static void send(Socket socket, String text) throws Exception {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    private String next() throws Exception {
        return screen.poll(10, TimeUnit.SECONDS);
    }

    @Test
    @DisplayName("a rank with the token gets what is typed and the screen, until it goes on (LOCAL-174)")
    void terminal() throws Exception {
        try (DebugServer server = server("p rank\n")) {
            Map<String, String> variables = server.variables(1);
            assertThat(variables).containsEntry("TRAINYARD_DEBUG_RANK", "1");

            try (Socket rank = connect(variables)) {
                send(rank, variables.get("TRAINYARD_DEBUG_TOKEN") + " 1 pdb\n");
                assertThat(next())
                        .startsWith("rank 1 has stopped at a breakpoint")
                        .contains("10 minutes with NCCL");
                send(rank, "\u0001(Pdb) ");
                assertThat(next()).isEqualTo("hold");
                BufferedReader typed =
                        new BufferedReader(new InputStreamReader(rank.getInputStream(), StandardCharsets.UTF_8));
                assertThat(typed.readLine()).isEqualTo("p rank");
                assertThat(typed.readLine()).as("standard input has ended").isNull();
                send(rank, "1\n\u0002");
                assertThat(next()).isEqualTo("release");
            }
            assertThat(next()).as("a rank that has gone holds nothing").isEqualTo("release");
            assertThat(out).hasToString("(Pdb) 1\n");
        }
    }

    @Test
    @DisplayName("who has no token is neither heard nor told anything (LOCAL-174)")
    void strangers() throws Exception {
        try (DebugServer server = server("secret\n")) {
            try (Socket stranger = connect(server.variables(0))) {
                send(stranger, "0123456789abcdef 0 pdb\n\u0001");
                assertThat(stranger.getInputStream().read()).isEqualTo(-1);
            }
            assertThat(screen).isEmpty();
            assertThat(out).hasToString("");
        }
    }

    /** Somebody who types without end. */
    private static final class EndlessTyping extends InputStream {
        private final AtomicLong typed = new AtomicLong();
        private final AtomicLong seen = new AtomicLong();

        @Override
        public int read() {
            typed.incrementAndGet();
            return 'x';
        }

        @Override
        public int read(byte[] buffer, int offset, int length) {
            Arrays.fill(buffer, offset, offset + length, (byte) 'x');
            typed.addAndGet(length);
            return length;
        }

        /** Whether nothing of it was taken since the last call. */
        boolean isStuck() {
            return typed.get() > 0 && seen.getAndSet(typed.get()) == typed.get();
        }
    }

    @Test
    @DisplayName(
            "a rank that reads nothing of what is typed gives the screen back when it has no more to say, and the next one is talked to (LOCAL-174)")
    void ranksThatDoNotRead() throws Exception {
        EndlessTyping typing = new EndlessTyping();
        try (DebugServer server = server(typing)) {
            Map<String, String> variables = server.variables(1);
            try (Socket deaf = connect(variables)) {
                send(deaf, variables.get("TRAINYARD_DEBUG_TOKEN") + " 1 pdb\n\u0001");
                assertThat(next()).startsWith("rank 1 has stopped");
                assertThat(next()).isEqualTo("hold");
                await().pollInterval(Duration.ofMillis(200)).until(typing::isStuck);

                deaf.shutdownOutput();
                assertThat(next()).isEqualTo("release");

                try (Socket other = connect(variables)) {
                    send(other, variables.get("TRAINYARD_DEBUG_TOKEN") + " 2 pdb\n");
                    assertThat(next()).startsWith("rank 2 has stopped");
                    other.setSoTimeout(10_000);
                    assertThat(other.getInputStream().read()).isEqualTo('x');
                }
            }
        }
    }

    @Test
    @DisplayName("a rank that waits for an editor says where, in words that VS Code takes (LOCAL-174)")
    void editors() {
        assertThat(DebugGreeting.read("abc 3 debugpy 5678", "abc")
                        .map(DebugGreeting::text)
                        .orElse(""))
                .contains("rank 3 waits for a debugger of yours that listens at 127.0.0.1:5678")
                .contains("\"request\": \"attach\", \"listen\": {\"host\": \"127.0.0.1\", \"port\": 5678}");
        assertThat(DebugGreeting.read("abc 3 input", "abc"))
                .map(DebugGreeting::text)
                .hasValueSatisfying(text -> assertThat(text).startsWith("rank 3 waits for a line that you type"));
        assertThat(DebugGreeting.read("abd 3 debugpy 5678", "abc")).isEqualTo(Optional.empty());
        assertThat(DebugGreeting.read("abc x pdb", "abc")).isEmpty();
        assertThat(DebugGreeting.read("abc 1 other", "abc")).isEmpty();
    }
}
