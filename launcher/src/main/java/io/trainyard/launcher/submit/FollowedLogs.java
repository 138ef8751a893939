package io.trainyard.launcher.submit;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.ContainerLog;
import io.trainyard.core.kube.ContainerLogs;
import io.vertx.core.Context;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The logs of pods, of init containers, too, from the first line to the last, whatever becomes of connections. One thread looks at pods; lines arrive on an
 * event loop.
 */
final class FollowedLogs {
    private final ContainerLogs logs;
    private final Context context;
    private final Consumer<String> out;
    private final Map<String, Followed> followed = new ConcurrentHashMap<>();

    /**
     * @param context where lines arrive
     * @param out gets each line, behind the name of its pod
     */
    FollowedLogs(ContainerLogs logs, Context context, Consumer<String> out) {
        this.logs = logs;
        this.context = context;
        this.out = out;
    }

    private enum State {
        OPEN,
        /** The connection has broken, or there was none: there may be more to read. */
        BROKEN,
        /** There is no more to read, unless the container still runs. */
        ENDED,
        OVER
    }

    /** One run of a container. Its lines belong to whoever reads them, and to nobody while it is not open. */
    private static final class Followed {
        private final SeenLines seen = new SeenLines();
        private volatile State state = State.BROKEN;

        /** Whether a line has said that it cannot be read; one is enough. */
        private volatile boolean isRefused;
    }

    /** Reads, or reads on, what is not being read of these pods. */
    void look(List<Pod> pods) {
        for (Pod pod : pods) {
            if (pod.getStatus() != null) {
                String name = pod.getMetadata().getName();
                pod.getStatus()
                        .getInitContainerStatuses()
                        .forEach(status -> look(pod, status, name + "/" + status.getName()));
                pod.getStatus().getContainerStatuses().forEach(status -> look(pod, status, name));
            }
        }
    }

    private void look(Pod pod, ContainerStatus status, String name) {
        boolean runs = status.getState() != null && status.getState().getRunning() != null;
        boolean hasEnded = status.getState() != null && status.getState().getTerminated() != null;
        if (!runs && !hasEnded) {
            return;
        }
        String key = pod.getMetadata().getUid() + "/" + status.getName() + "/" + status.getRestartCount();
        Followed log = followed.computeIfAbsent(key, any -> new Followed());
        // API servers and kubelets that stop end the logs that they send as if there were no more.
        if (log.state == State.BROKEN || (log.state == State.ENDED && runs)) {
            open(log, pod, status.getName(), name);
        }
    }

    /** Whether lines may come without a further look. */
    boolean areOpen() {
        return followed.values().stream().anyMatch(log -> log.state == State.OPEN);
    }

    private void open(Followed log, Pod pod, String container, String name) {
        log.state = State.OPEN;
        ContainerLogs.Wanted wanted = new ContainerLogs.Wanted(
                pod.getMetadata().getNamespace(),
                pod.getMetadata().getName(),
                container,
                true,
                Optional.empty(),
                log.seen.begin(),
                false);
        logs.open(wanted, context)
                .subscribe()
                .with(
                        opened -> context.runOnContext(ignored -> read(opened, log, name)),
                        refused -> log.state = afterRefusal(refused, log, name));
    }

    private State afterRefusal(Throwable refused, Followed log, String name) {
        Optional<ApiFailure.Kind> kind =
                refused instanceof ApiFailure failure ? Optional.of(failure.kind()) : Optional.empty();
        if (kind.equals(Optional.of(ApiFailure.Kind.NOT_FOUND))) {
            return State.OVER;
        }
        if (!log.isRefused) {
            log.isRefused = true;
            out.accept(name + " | its log cannot be read: " + refused.getMessage());
        }
        return kind.equals(Optional.of(ApiFailure.Kind.FORBIDDEN)) ? State.OVER : State.BROKEN;
    }

    private void read(ContainerLog opened, Followed log, String name) {
        // What has come of a line when a connection breaks is no line: it comes again, as a whole.
        LogLines lines = new LogLines();
        opened.handler(part -> show(lines.add(part), log, name));
        opened.endHandler(end -> {
            show(lines.end(), log, name);
            log.state = State.ENDED;
        });
        opened.exceptionHandler(failure -> log.state = State.BROKEN);
        opened.resume();
    }

    private void show(List<LogLines.Line> lines, Followed log, String name) {
        for (LogLines.Line line : lines) {
            if (log.seen.isNew(line)) {
                out.accept(name + " | " + line.text());
            }
        }
    }
}
