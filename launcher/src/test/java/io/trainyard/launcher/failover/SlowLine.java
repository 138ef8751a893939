package io.trainyard.launcher.failover;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A line to the API server on which every answer can be made late. TLS passes as it is. Closing cuts it. */
final class SlowLine implements AutoCloseable {
    private static final byte[] END = new byte[0];

    private final ServerSocket server;
    private final String host;
    private final int port;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "slow-line");
        thread.setDaemon(true);
        return thread;
    });
    private volatile long delayNanos;

    SlowLine(String apiServer) throws IOException {
        URI address = URI.create(apiServer);
        host = address.getHost();
        port = address.getPort();
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    /** The same kubeconfig, but through this line. */
    Path through(Path kubeconfig, Path folder) throws IOException {
        String text = Files.readString(kubeconfig);
        String changed = text.replace(host + ":" + port, host + ":" + server.getLocalPort());
        if (changed.equals(text)) {
            throw new IllegalArgumentException(kubeconfig + " does not name " + host + ":" + port);
        }
        return Files.writeString(folder.resolve("slow-kubeconfig"), changed);
    }

    /** From now on answers come so much later. */
    void delay(long millis) {
        delayNanos = TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private record Chunk(byte[] bytes, long due) {}

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket caller = server.accept();
                Socket called = new Socket(host, port);
                threads.execute(() -> copy(caller, called));
                BlockingQueue<Chunk> answers = new LinkedBlockingQueue<>();
                threads.execute(() -> read(called, answers));
                threads.execute(() -> write(answers, caller));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException ended) {
            // Whoever is at the other end learns of it.
        }
    }

    private void read(Socket from, BlockingQueue<Chunk> answers) {
        byte[] buffer = new byte[16 * 1024];
        try (InputStream input = from.getInputStream()) {
            for (int count = input.read(buffer); count >= 0; count = input.read(buffer)) {
                answers.add(new Chunk(Arrays.copyOf(buffer, count), System.nanoTime() + delayNanos));
            }
        } catch (IOException ended) {
            // As at the end of the stream.
        }
        answers.add(new Chunk(END, System.nanoTime()));
    }

    private static void write(BlockingQueue<Chunk> answers, Socket to) {
        try (OutputStream output = to.getOutputStream()) {
            for (Chunk chunk = answers.take(); chunk.bytes.length > 0; chunk = answers.take()) {
                TimeUnit.NANOSECONDS.sleep(chunk.due - System.nanoTime());
                output.write(chunk.bytes);
                output.flush();
            }
        } catch (IOException ended) {
            // Nobody listens any more.
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.shutdownNow();
    }
}
