package io.trainyard.launcher.run.folder;

import io.trainyard.foundation.time.Rfc3339;
import io.trainyard.foundation.tree.Tree;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;

/**
 * What {@code service.json} says of the service of a folder.
 *
 * @param phase where it stands
 * @param version of the Trainyard that wrote it
 * @param started when its process started
 * @param process that runs it, or ran it last
 * @param server address of its API server; empty when none has been there yet
 * @param page address of its page; empty when there is none
 * @param token what requests must carry
 * @param work the folder that the user works in
 */
public record ServiceStatus(
        Phase phase,
        String version,
        Instant started,
        ProcessIdentity process,
        String server,
        String page,
        String token,
        Path work) {
    /** Where a service stands. */
    public enum Phase {
        STARTING("Starting"),
        UP("Up"),
        DOWN("Down");

        private final String text;

        Phase(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }

        private static Phase of(String text) {
            for (Phase phase : values()) {
                if (phase.text.equals(text)) {
                    return phase;
                }
            }
            return DOWN;
        }
    }

    /** The same service, which answers. */
    public ServiceStatus up(String server, String page) {
        return new ServiceStatus(Phase.UP, version, started, process, server, page, token, work);
    }

    /** The same service, which has ended. */
    public ServiceStatus down() {
        return new ServiceStatus(Phase.DOWN, version, started, process, server, page, token, work);
    }

    /** Whether it answers requests, as far as this machine can tell: one that was killed does not, whatever it wrote. */
    public boolean isUp() {
        return phase == Phase.UP && process.isAlive();
    }

    Map<String, Object> toTree() {
        return Tree.of(
                "phase",
                phase.text,
                "version",
                version,
                "started",
                started.toString(),
                "process",
                process.toTree(),
                "server",
                server,
                "page",
                page,
                "token",
                token,
                "work",
                work.toString());
    }

    static ServiceStatus of(Map<String, Object> tree) {
        return new ServiceStatus(
                Phase.of(Tree.text(tree, "phase")),
                Tree.text(tree, "version"),
                Rfc3339.parse(Tree.text(tree, "started")).orElse(Instant.EPOCH),
                ProcessIdentity.of(Tree.child(tree, "process")),
                Tree.text(tree, "server"),
                Tree.text(tree, "page"),
                Tree.text(tree, "token"),
                Path.of(Tree.text(tree, "work")));
    }
}
