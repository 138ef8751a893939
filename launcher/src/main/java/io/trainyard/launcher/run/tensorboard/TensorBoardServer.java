package io.trainyard.launcher.run.tensorboard;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.time.Blocking;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** TensorBoard on a free port of this machine, as long as this process lives. Blocks; safe for several threads. */
@Blocking("waits for another program")
final class TensorBoardServer implements AutoCloseable {
    private static final LinearPattern ADDRESS = LinearPattern.of("https?://[^\\s/]+:(\\d{1,5})/");
    private static final int STOP_SECONDS = 5;

    /** It ends with us, also where nobody is left to end it: then its guard has nothing more to read. */
    private static final String SCRIPT =
            """
            exec 3<&0
            "$@" </dev/null 3<&- &
            child=$!
            { while read -r line; do :; done; kill $child; } <&3 >/dev/null 2>&1 &
            guard=$!
            wait $child
            kill $guard 2>/dev/null
            """;

    private final Process process;

    private TensorBoardServer(Process process) {
        this.process = process;
    }

    /**
     * Starts it.
     *
     * @param program TensorBoard
     * @param arguments which folders it shows
     */
    static TensorBoardServer start(Path program, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, "sh", program.toString()));
        command.addAll(arguments);
        command.addAll(List.of("--host", "127.0.0.1", "--port", "0"));
        return new TensorBoardServer(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    /**
     * Where it is; returns when it answers. To be called once.
     *
     * @throws IOException when it ends instead; the message has what it said last
     */
    String awaitAddress() throws IOException {
        String last = "";
        BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            Matcher found = ADDRESS.matcher(line);
            if (found.find()) {
                Thread reader = new Thread(() -> readOn(said), "trainyard-tensorboard");
                reader.setDaemon(true);
                reader.start();
                return "http://127.0.0.1:" + found.group(1) + "/";
            }
            last = line.isBlank() ? last : line.strip();
        }
        throw new IOException(last.isEmpty() ? "it ended at once" : last);
    }

    /** A program whose output nobody reads would wait some day. */
    private static void readOn(BufferedReader said) {
        try {
            said.transferTo(Writer.nullWriter());
        } catch (IOException closed) {
            return;
        }
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                return;
            }
        } catch (IOException alreadyGone) {
            // Then there is nothing to end, or it does not listen.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
