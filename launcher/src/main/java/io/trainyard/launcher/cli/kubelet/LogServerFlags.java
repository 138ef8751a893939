package io.trainyard.launcher.cli.kubelet;

import static io.trainyard.launcher.cli.process.CommandException.require;
import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.ExitCodes;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags about whether the API server can fetch the logs of a node, and get others into its pods. */
final class LogServerFlags {
    private static final Pattern ADDRESS = Pattern.compile("(\\[[0-9a-fA-F:]+]|[0-9.]+)(?::([0-9]{1,5}))?");
    private static final int LAST_PORT = 65535;

    @Option(
            names = "--logs-address",
            paramLabel = "IP[:PORT]",
            description =
                    "Answer the API server at this address of this machine, for kubectl logs and, with --logs-client-ca, for kubectl exec, attach, cp and "
                            + "port-forward; on any free port without one. Without this flag, logs are files only.")
    private @Nullable String address;

    @Option(
            names = "--logs-client-ca",
            paramLabel = "FILE",
            description =
                    "Let in only clients that have a certificate of this authority, such as the API server with its "
                            + "--kubelet-client-certificate. Those of them read logs that may get nodes/proxy, and get into pods that may create it. Without it, "
                            + "which only a loopback address allows, everybody is system:anonymous and gets into no pod.")
    private @Nullable Path clientAuthority;

    /** What the flags ask for; empty when logs are not served. */
    Optional<KubeletProcess.LogAddress> address() {
        if (address == null) {
            require(clientAuthority == null, "--logs-client-ca: has no effect without --logs-address");
            return Optional.empty();
        }
        Matcher matcher = ADDRESS.matcher(address);
        require(matcher.matches(), "--logs-address: must be IP or IP:PORT, not \"" + address + "\"");
        InetAddress ip = parsed(matcher.group(1));
        int port = matcher.group(2) == null ? 0 : Integer.parseInt(matcher.group(2));
        require(port <= LAST_PORT, "--logs-address: a port is at most " + LAST_PORT + ", not " + port);
        require(
                !ip.isAnyLocalAddress(),
                "--logs-address: must be the one address at which the API server reaches this machine, not " + address);
        require(
                ip.isLoopbackAddress() || clientAuthority != null,
                "--logs-address: " + address
                        + " can be reached from other machines, so --logs-client-ca must say whose clients may read logs");
        require(
                clientAuthority == null || Files.isReadable(clientAuthority),
                "--logs-client-ca: " + clientAuthority + " is not a file that can be read");
        return Optional.of(
                new KubeletProcess.LogAddress(ip.getHostAddress(), port, Optional.ofNullable(clientAuthority)));
    }

    private InetAddress parsed(String ip) {
        try {
            // Only digits, dots and colons are let through, so no name is ever looked up.
            return InetAddress.getByName(ip);
        } catch (UnknownHostException wrong) {
            throw new CommandException(ExitCodes.WRONG_INPUT, "--logs-address: \"" + ip + "\" is no IP address", wrong);
        }
    }
}
