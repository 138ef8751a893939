package io.trainyard.local.kubelet.process;

import io.trainyard.foundation.tree.Tree;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The machine on which something runs: ids of processes mean nothing on another one, and home folders may be shared.
 *
 * @param name of the host; empty where it is not known, as in records of older releases
 * @param machine what the system calls this installation; empty where it does not say
 * @param boot changes whenever it is booted; empty where it does not say
 */
public record HostIdentity(String name, String machine, String boot) {
    /** Nobody has noted down which. */
    public static final HostIdentity UNKNOWN = new HostIdentity("", "", "");

    private static final class Here {
        private static final HostIdentity VALUE =
                new HostIdentity(hostName(), read("/etc/machine-id"), read("/proc/sys/kernel/random/boot_id"));
    }

    /** This machine. Reads small files the first time. */
    public static HostIdentity current() {
        return Here.VALUE;
    }

    /** What {@link #tree} has written; unknown for anything else. */
    public static HostIdentity of(Map<String, Object> tree) {
        return new HostIdentity(Tree.text(tree, "name"), Tree.text(tree, "machine"), Tree.text(tree, "boot"));
    }

    public Map<String, Object> tree() {
        return Tree.of("name", name, "machine", machine, "boot", boot);
    }

    /** Whether this is another machine than that one; an unknown one counts as the same. */
    public boolean isOtherThan(HostIdentity that) {
        return differ(name, that.name) || differ(machine, that.machine);
    }

    /** Whether this machine was booted between the two, so that no process of the one lives in the other. */
    public boolean isRebootOf(HostIdentity that) {
        return !isOtherThan(that) && differ(boot, that.boot);
    }

    private static boolean differ(String one, String other) {
        return !one.isEmpty() && !other.isEmpty() && !one.equals(other);
    }

    private static String hostName() {
        String known = read("/proc/sys/kernel/hostname");
        if (!known.isEmpty()) {
            return known;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "";
        }
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException notHere) {
            return "";
        }
    }
}
