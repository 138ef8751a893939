package io.trainyard.launcher.cli.kubelet;

import io.trainyard.launcher.cli.process.BuildInfo;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.local.kubelet.options.KubeletOptions;
import java.nio.file.Path;
import java.util.Optional;

/** A node from start-up to its end. */
public interface KubeletProcess {
    /**
     * Runs until it is told to stop. Blocks the calling thread, which is no event loop.
     *
     * @return the exit code of the process: 0 after {@link #stop}
     * @throws CommandException when it cannot start, with what the user can do
     */
    int run(Request request);

    /** Asks for a graceful stop. Returns at once; from any thread, more than once, also before {@link #run}. */
    void stop();

    /**
     * What the user asked for.
     *
     * @param kubeconfig how to reach the API server
     * @param logs where to serve logs, and get others into pods; empty for nowhere
     * @param build which build this is
     */
    record Request(Path kubeconfig, KubeletOptions options, Optional<LogAddress> logs, BuildInfo build) {}

    /**
     * Where the API server is answered.
     *
     * @param address IP address to listen on, at which the API server reaches this machine
     * @param port 0 for any free one
     * @param clientAuthority file with the certificates, in PEM, whose clients are let in; empty when everybody is anonymous who reaches the address
     */
    record LogAddress(String address, int port, Optional<Path> clientAuthority) {}
}
