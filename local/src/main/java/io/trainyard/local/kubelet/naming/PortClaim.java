package io.trainyard.local.kubelet.naming;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.Optional;

/**
 * A TCP port that no other group of pods gets, of this kubelet or of another one on this machine, although nobody listens on it yet:
 * programs need seconds until they do. The claim is a datagram socket with the number of the port. It is in nobody's way, since
 * the ports of datagrams are other ones and its address is one that pods do not get, and it ends with this process, however that ends.
 */
public final class PortClaim implements AutoCloseable {
    /** Above all blocks of {@link AddressBlock}. */
    private static final String ADDRESS = "127.126.255.254";

    /** For machines that have no other loopback address. */
    private static final String ONLY_ADDRESS = "127.0.0.1";

    private final int port;
    private final Runnable end;

    /** @param end gives the port free again */
    PortClaim(int port, Runnable end) {
        this.port = port;
        this.end = end;
    }

    /** Empty if somebody else has claimed the port. Blocks for the time of a few system calls. */
    static Optional<PortClaim> of(int port) {
        try {
            DatagramSocket socket = new DatagramSocket((SocketAddress) null);
            try {
                socket.bind(new InetSocketAddress(InetAddress.getByName(Address.OF_CLAIMS), port));
                return Optional.of(new PortClaim(port, socket::close));
            } catch (IOException taken) {
                socket.close();
                return Optional.empty();
            }
        } catch (SocketException e) {
            throw new UncheckedIOException("no socket to claim a port with", e);
        }
    }

    /** Looked up once, when the first port is claimed. */
    private static final class Address {
        static final String OF_CLAIMS = exists() ? ADDRESS : ONLY_ADDRESS;

        @SuppressWarnings("AddressSelection") // this is a literal address
        private static boolean exists() {
            try (DatagramSocket socket = new DatagramSocket((SocketAddress) null)) {
                socket.bind(new InetSocketAddress(InetAddress.getByName(ADDRESS), 0));
                return true;
            } catch (IOException noSuchAddress) {
                return false;
            }
        }
    }

    /** The port. */
    public int port() {
        return port;
    }

    /** Others may have the port. */
    @Override
    public void close() {
        end.run();
    }
}
