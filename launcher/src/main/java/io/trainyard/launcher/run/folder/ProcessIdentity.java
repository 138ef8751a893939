package io.trainyard.launcher.run.folder;

import io.trainyard.foundation.time.Rfc3339;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.kubelet.process.HostIdentity;
import io.trainyard.local.kubelet.process.ProcessStart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One process of a machine. The number alone does not say: it is used again.
 *
 * @param pid its number
 * @param start when it started
 * @param host the machine
 */
public record ProcessIdentity(long pid, ProcessStart start, HostIdentity host) {
    /** This process. */
    public static ProcessIdentity ofThisProcess() {
        ProcessHandle self = ProcessHandle.current();
        return new ProcessIdentity(self.pid(), ProcessStart.of(self), HostIdentity.current());
    }

    Map<String, Object> toTree() {
        String started = start.time().map(Instant::toString).orElse("");
        return Tree.of("pid", pid, "started", started, "ticks", start.ticks(), "host", host.tree());
    }

    static ProcessIdentity of(Map<String, Object> tree) {
        return new ProcessIdentity(
                Tree.integer(0, tree, "pid"),
                new ProcessStart(Rfc3339.parse(Tree.text(tree, "started")), Tree.text(tree, "ticks")),
                HostIdentity.of(Tree.child(tree, "host")));
    }

    /** Whether it is a process of another machine, of which this one cannot tell whether it still runs. */
    public boolean isElsewhere() {
        return host.isOtherThan(HostIdentity.current());
    }

    /** The process, if it still runs on this machine and is the same one. */
    public Optional<ProcessHandle> find() {
        if (isElsewhere() || host.isRebootOf(HostIdentity.current())) {
            return Optional.empty();
        }
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(start::isThatOf)
                .filter(process -> !isZombie());
    }

    /** It has ended, but nobody has asked how: as long as that lasts, in some containers for ever, Java calls it alive. */
    private boolean isZombie() {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
            // After the name, which may hold anything, in parentheses.
            return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
        } catch (IOException notLinuxOrGone) {
            return false;
        }
    }

    public boolean isAlive() {
        return find().isPresent();
    }
}
