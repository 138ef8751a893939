package io.trainyard.local.kubelet.sandbox;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes the hosts file of a pod. Programs look names up in it at any moment, and hold it, so it stays the same file. */
final class HostsFile {
    private HostsFile() {}

    /** The names that this machine knows beside its own; programs may ask for servers of the user by them. Blocks. */
    static String ofMachine() {
        try {
            return Files.readString(Path.of("/etc/hosts"));
        } catch (IOException none) {
            return "";
        }
    }

    /** Puts one text in the place of another: a name that is in both is found all the time. Blocks. */
    static void write(Path file, String hosts) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(hosts.getBytes(StandardCharsets.UTF_8));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            // Not before: whoever looks in between would find an empty file.
            channel.truncate(bytes.position());
        }
    }
}
