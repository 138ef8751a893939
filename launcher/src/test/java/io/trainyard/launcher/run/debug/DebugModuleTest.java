package io.trainyard.launcher.run.debug;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A rank with debugpy (LOCAL-174)")
@Timeout(120)
final class DebugModuleTest {
    private static final String MODULE = "_trainyard_debug.py";

    /** As editors listen: without IPv6, which Java would use. */
    private static final String EDITOR =
            """
            import socket, sys
            print(socket.create_server(("127.0.0.1", int(sys.argv[1]))).accept()[0].makefile().readline())
            """;

    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    @TempDir
    private Path folder;

    @Test
    @DisplayName("opens no port, where everybody could run what he likes, but connects to an editor of its user")
    void connectsInsteadOfListening() throws Exception {
        try (InputStream module =
                DebugServer.class.getResourceAsStream("/io/trainyard/launcher/run/python/" + MODULE)) {
            Files.copy(module, folder.resolve(MODULE));
        }
        Files.writeString(
                folder.resolve("debugpy.py"),
                """
                import socket
                breakpoint = None
                def connect(address):
                    socket.create_connection(address).sendall(b"rank\\n")
                def wait_for_client():
                    pass
                """);
        try (ServerSocket terminal = new ServerSocket(0, 1, HERE)) {
            terminal.setSoTimeout(60_000);
            Process rank = rank(terminal.getLocalPort());
            int port = Integer.parseInt(line(terminal).split(" ")[3]);
            Process editor = new ProcessBuilder("python3", "-c", EDITOR, String.valueOf(port)).start();
            assertThat(editor.inputReader().readLine()).isEqualTo("rank");
            assertThat(rank.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(rank.exitValue()).isZero();
        }
    }

    private Process rank(int terminal) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        "python3", "-c", "import _trainyard_debug as d; assert d._debugpy(0)")
                .directory(folder.toFile())
                .inheritIO();
        builder.environment().put("TRAINYARD_DEBUG_ADDRESS", "127.0.0.1:" + terminal);
        builder.environment().put("TRAINYARD_DEBUG_TOKEN", "token");
        return builder.start();
    }

    private static String line(ServerSocket server) throws IOException {
        try (Socket caller = server.accept()) {
            return new BufferedReader(new InputStreamReader(caller.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
        }
    }
}
