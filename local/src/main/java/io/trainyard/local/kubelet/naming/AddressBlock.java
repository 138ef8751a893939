package io.trainyard.local.kubelet.naming;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * A block of addresses that no other kubelet of this machine uses. The claim is a socket bound to the first address of the
 * block, so it ends with this process, however that ends.
 */
public final class AddressBlock implements AutoCloseable {
    private static final int LOOPBACK = 127;
    private static final int PRIVATE = 10;
    private static final int FIRST = 77;
    private static final int LAST = 126;
    private static final int CLAIM_PORT = 10_277;

    private final int network;
    private final int number;
    private final ServerSocket claim;

    private AddressBlock(int network, int number, ServerSocket claim) {
        this.network = network;
        this.number = number;
        this.claim = claim;
    }

    /** Claims a block of loopback addresses; blocks for the time of a few system calls. Where only 127.0.0.1 exists, all pods share it. */
    public static AddressBlock claim() throws IOException {
        return claim(LOOPBACK);
    }

    /** Claims a block of private addresses, for containers with a network of their own; blocks for the time of a few system calls. */
    public static AddressBlock claimPrivate() throws IOException {
        return claim(PRIVATE);
    }

    @SuppressWarnings("AddressSelection") // these are literal addresses
    private static AddressBlock claim(int network) throws IOException {
        for (int number = FIRST; number <= LAST; number++) {
            ServerSocket socket = new ServerSocket();
            try {
                socket.bind(new InetSocketAddress(InetAddress.getByName(LOOPBACK + "." + number + ".0.1"), CLAIM_PORT));
                return new AddressBlock(network, number, socket);
            } catch (IOException taken) {
                // Another kubelet has it, or this machine has no such address; in both cases the next attempt decides.
                socket.close();
            }
        }
        return new AddressBlock(network, network == LOOPBACK ? 0 : FIRST, new ServerSocket());
    }

    /** Whether every pod can have an address of its own. */
    public boolean isShared() {
        return number == 0;
    }

    /** What all addresses of the block begin with: two numbers and their dots. */
    public String prefix() {
        return network + "." + number + ".";
    }

    /** The address with this number, from 0 on. Numbers beyond the end of the block begin again. */
    public String address(int number) {
        if (isShared()) {
            return "127.0.0.1";
        }
        int host = 2 + number % 65_000;
        return prefix() + (host >> 8) + "." + (host & 0xff);
    }

    @Override
    public void close() throws IOException {
        claim.close();
    }
}
