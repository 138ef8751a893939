package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;

/** Signals for programs that a test starts. */
public final class Signals {
    /**
     * Put before a command that is to know Ctrl-C and the end of its terminal. Where these are ignored when the tests start, as in background jobs of shells, children ignore them, too.
     * Python undoes that; a shell cannot.
     */
    public static final List<String> WITH_INTERRUPTS = List.of(
            "python3",
            "-c",
            "import os, signal, sys; [signal.signal(s, signal.SIG_DFL) for s in (signal.SIGINT, signal.SIGHUP)]; os.execv(sys.argv[1], sys.argv[1:])");

    private Signals() {}

    /** Sends one; {@code INT} is what Ctrl-C sends. Fails when the process is gone. */
    public static void send(Process process, String name) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-s", name, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }
}
