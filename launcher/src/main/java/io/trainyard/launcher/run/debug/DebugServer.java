package io.trainyard.launcher.run.debug;

import io.trainyard.foundation.time.Blocking;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects the debugger of one rank to the terminal. Listens on the loopback address; only who has the token of the run is let in. Works on threads
 * of its own until it is closed.
 */
@Blocking("has threads of its own")
public final class DebugServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DebugServer.class);
    private static final int TOKEN_BYTES = 16;
    private static final int GREETING_MILLIS = 5_000;

    /** What a rank sends when it begins and ceases to talk to the user. */
    private static final int BEGIN = 1;

    private static final int END = 2;

    private final ServerSocket socket;
    private final String token;
    private final InputStream in;
    private final PrintWriter out;
    private final Screen screen;
    private @Nullable Socket talking;
    private boolean reads;
    private boolean ended;

    /** The screen that a debugger shares with others. Called on threads of the debugger. */
    public interface Screen {
        /** Says something about the run. */
        void say(String message);

        /** Keeps everybody else from writing until {@link #release}; returns when nobody writes any more. */
        void hold();

        /** Lets others write again. */
        void release();
    }

    private DebugServer(ServerSocket socket, InputStream in, PrintWriter out, Screen screen) {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        this.token = HexFormat.of().formatHex(random);
        this.socket = socket;
        this.in = in;
        this.out = out;
        this.screen = screen;
    }

    /**
     * Begins to listen.
     *
     * @param in what the user types
     * @param out where the debugger writes
     */
    public static DebugServer start(InputStream in, PrintWriter out, Screen screen) throws IOException {
        DebugServer server = new DebugServer(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()), in, out, screen);
        thread("trainyard-debug", server::accept);
        return server;
    }

    private static void thread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * The variables with which programs find it.
     *
     * @param rank the rank that is to be stopped
     */
    public Map<String, String> variables(long rank) {
        return Map.of(
                "TRAINYARD_DEBUG_RANK",
                Long.toString(rank),
                "TRAINYARD_DEBUG_ADDRESS",
                "127.0.0.1:" + socket.getLocalPort(),
                "TRAINYARD_DEBUG_TOKEN",
                token);
    }

    private void accept() {
        try {
            while (true) {
                Socket rank = socket.accept();
                thread("trainyard-debug-rank", () -> serve(rank));
            }
        } catch (IOException failure) {
            LOG.debug("no debugger is waited for any more", failure);
        }
    }

    private void serve(Socket rank) {
        try (rank) {
            rank.setSoTimeout(GREETING_MILLIS);
            BufferedReader words =
                    new BufferedReader(new InputStreamReader(rank.getInputStream(), StandardCharsets.UTF_8));
            String line = words.readLine();
            Optional<DebugGreeting> greeting = line == null ? Optional.empty() : DebugGreeting.read(line, token);
            if (greeting.isEmpty()) {
                return;
            }
            screen.say(greeting.get().text());
            if (greeting.get().talks()) {
                rank.setSoTimeout(0);
                talk(words, rank);
            }
        } catch (IOException gone) {
            LOG.debug("a rank has left its debugger", gone);
        }
    }

    private void talk(BufferedReader words, Socket rank) throws IOException {
        try {
            listen(rank);
            for (int letter = words.read(); letter >= 0; letter = words.read()) {
                if (letter == BEGIN) {
                    screen.hold();
                } else if (letter == END) {
                    out.flush();
                    screen.release();
                } else {
                    out.write(letter);
                }
                if (!words.ready()) {
                    out.flush();
                }
            }
        } finally {
            out.flush();
            // First, so that the others are shown again whatever becomes of what the user types.
            screen.release();
            leave(rank);
        }
    }

    /** From now on the user talks to this rank; what was typed before is for it, too. */
    private synchronized void listen(Socket rank) throws IOException {
        talking = rank;
        notifyAll();
        if (ended) {
            rank.shutdownOutput();
        } else if (!reads) {
            reads = true;
            thread("trainyard-debug-input", this::read);
        }
    }

    private synchronized void leave(Socket rank) {
        if (talking == rank) {
            talking = null;
        }
    }

    private void read() {
        byte[] buffer = new byte[4096];
        try {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                pass(buffer, count);
            }
            end();
        } catch (IOException closed) {
            LOG.debug("nothing is typed any more", closed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void pass(byte[] bytes, int count) throws InterruptedException {
        Socket rank = listener();
        try {
            // Without the lock: a rank that reads nothing keeps us here until it has left.
            rank.getOutputStream().write(bytes, 0, count);
        } catch (IOException gone) {
            LOG.debug("a rank has left its debugger", gone);
        }
    }

    private synchronized Socket listener() throws InterruptedException {
        while (talking == null) {
            wait();
        }
        return talking;
    }

    /** Standard input has ended: whoever waits for it is told. */
    private synchronized void end() throws IOException {
        ended = true;
        if (talking != null) {
            talking.shutdownOutput();
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failure) {
            LOG.debug("the socket of the debugger cannot be closed", failure);
        }
    }
}
