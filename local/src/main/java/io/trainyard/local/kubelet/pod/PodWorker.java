package io.trainyard.local.kubelet.pod;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.kubelet.container.ContainerRunner;
import io.trainyard.local.kubelet.lifecycle.ApiPodStatus;
import io.trainyard.local.kubelet.lifecycle.ContainerState.Terminated;
import io.trainyard.local.kubelet.lifecycle.PodAction;
import io.trainyard.local.kubelet.lifecycle.PodActions;
import io.trainyard.local.kubelet.lifecycle.PodState;
import io.trainyard.local.kubelet.lifecycle.PodTermination;
import io.trainyard.local.kubelet.lifecycle.Recovery;
import io.trainyard.local.kubelet.lifecycle.RestartRules;
import io.trainyard.local.kubelet.logs.PodFolder;
import io.trainyard.local.kubelet.node.NodeContext;
import io.trainyard.local.kubelet.sandbox.PodSetup;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.PodSpec;
import io.trainyard.local.kubelet.volume.UnsupportedVolumeException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One pod from its binding to its end: keeps its state, asks {@link PodActions} after every event, does what that says and reports the status.
 * On the event loop.
 */
public final class PodWorker implements ContainerRunner.Listener {
    /** Annotation of a pod whose programs are interrupted when it ends, as at Ctrl-C; its value does not matter. */
    public static final String INTERRUPTED = "trainyard.dev/interrupted";

    private static final Duration RETRY = Duration.ofSeconds(1);

    private final NodeContext node;
    private final PodSetup setup;
    private final RestartRules rules;
    private final StatusReporter status;
    private final PodDeletion deletion;
    private final SetupTimeout setupTimeout;
    private final Runnable gone;
    private final Map<String, ContainerRunner> runners = new HashMap<>();
    private final Promise<Void> quiet = Promise.promise();
    private Map<String, Object> latest;
    private PodState state;
    private TimeSource.@Nullable Cancellable timer;
    /** What the timer waits for. */
    private @Nullable Instant awaited;
    /** What the timer has waited for, until it was looked at. */
    private @Nullable Instant reached;

    private boolean advancing;
    private boolean changedMeanwhile;
    private boolean finished;
    private boolean removed;
    private boolean interrupted;

    /**
     * A worker; nothing happens before {@link #begin}.
     *
     * @param gone is run when the pod no longer exists and nothing of it runs any more
     */
    public PodWorker(NodeContext node, PodSpec spec, PodFolder folder, Runnable gone) {
        this.node = node;
        this.gone = gone;
        this.latest = spec.tree();
        this.rules = new RestartRules(
                node.options().limits().backoff(), node.options().limits().failsFast());
        this.state = Recovery.resume(spec, rules, node.now());
        this.setup = new PodSetup(node, spec, folder);
        this.deletion = new PodDeletion(node, spec);
        this.setupTimeout = new SetupTimeout(node.options().limits().setupTimeout());
        this.status = new StatusReporter(node, spec, this::currentStatus, this::remove);
        for (ContainerSpec container : spec.allContainers()) {
            runners.put(container.name(), new ContainerRunner(node, spec, container, setup, folder, this));
        }
    }

    /** The pod as it was when its worker was made. */
    public PodSpec spec() {
        return state.spec();
    }

    /** Where programs of the pod listen that asked for this port. */
    public SocketAddress addressOf(int port) {
        return SocketAddress.inetSocketAddress(setup.port(port), setup.address());
    }

    /** Begins to run the pod, or goes on with one that an earlier kubelet has begun. */
    public void begin() {
        update(latest);
    }

    /** The pod as the API server has it now. */
    public void update(Map<String, Object> pod) {
        latest = pod;
        interrupted |= Tree.child(pod, "metadata", "annotations").containsKey(INTERRUPTED);
        if (Tree.at(pod, "metadata", "deletionTimestamp") != null) {
            Duration grace = Duration.ofSeconds(
                    Tree.integer(spec().grace().toSeconds(), pod, "metadata", "deletionGracePeriodSeconds"));
            end("", "", grace);
            if (finished) {
                deletion.run();
            }
        }
        advance();
    }

    /** The pod does not exist any more: what runs is stopped without further words. */
    void remove() {
        removed = true;
        deletion.stop();
        status.stop();
        if (finished) {
            quiet.tryComplete();
        }
        end("", "", node.options().limits().maxGrace());
        advance();
    }

    /** Stops everything because the kubelet stops; completes when nothing runs and the API server knows. */
    public Future<Void> stop(Duration grace) {
        String message = "the node " + node.options().nodeName() + " was stopped";
        state = state.ending(PodTermination.shutdown(message, grace, node.now()));
        advance();
        return quiet.future();
    }

    /** From now on programs that are stopped are interrupted first. */
    public void interruptFirst() {
        interrupted = true;
    }

    private void end(String reason, String message, Duration grace) {
        state = state.ending(new PodTermination(reason, message, allowed(grace), node.now()));
    }

    private Duration allowed(Duration grace) {
        Duration longest = node.options().limits().maxGrace();
        return grace.compareTo(longest) > 0 ? longest : grace;
    }

    /**
     * What an action leads to may be known before the call that began it returns. It is then looked at when all actions of this moment are under
     * way: within them, actions that are out of date would be done, and the timer of the newer state would be cancelled.
     */
    private void advance() {
        changedMeanwhile = true;
        if (advancing) {
            return;
        }
        advancing = true;
        try {
            while (changedMeanwhile && !finished) {
                changedMeanwhile = false;
                act();
            }
        } finally {
            advancing = false;
        }
    }

    private void act() {
        Instant now = now();
        state.spec()
                .activeDeadline()
                .filter(limit -> !now.isBefore(state.startTime().plus(limit)))
                .ifPresent(limit -> end(
                        "DeadlineExceeded",
                        "Pod was active on the node longer than the specified deadline",
                        spec().grace()));
        Instant wake = null;
        for (PodAction action : PodActions.compute(state, now)) {
            if (action instanceof PodAction.Wait wait) {
                wake = wake == null || wait.until().isBefore(wake) ? wait.until() : wake;
            } else {
                perform(action, now);
            }
        }
        schedule(wake, now);
        if (finished) {
            return;
        }
        if (state.isBeginning()) {
            status.reportBeginning();
        } else {
            status.report();
        }
    }

    /** What was waited for has come, also where the wall clock was set back meanwhile. */
    private Instant now() {
        Instant clock = node.now();
        Instant now = reached != null && reached.isAfter(clock) ? reached : clock;
        reached = null;
        return now;
    }

    /** A timer counts what passes, so one that waits for this already goes on, whatever the wall clock says now. */
    private void schedule(@Nullable Instant wake, Instant now) {
        if (Objects.equals(wake, awaited)) {
            return;
        }
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
        awaited = wake;
        if (wake != null) {
            timer = node.time().after(Duration.between(now, wake), () -> {
                reached = wake;
                awaited = null;
                advance();
            });
        }
    }

    private void perform(PodAction action, Instant now) {
        if (action instanceof PodAction.Prepare) {
            state = state.nowPreparing();
            setup.run().onComplete(outcome -> {
                if (outcome.succeeded()) {
                    state = state.nowPrepared();
                    setupTimeout.clear();
                } else {
                    unprepared(outcome.cause());
                }
                advance();
            });
        } else if (action instanceof PodAction.Start start) {
            ContainerSpec container = start.container();
            int runs = state.of(container).runs();
            state = state.with(container, it -> it.occupied());
            runner(container).start(runs);
        } else if (action instanceof PodAction.Stop stop) {
            ContainerSpec container = stop.container();
            state = state.with(container, it -> it.occupied());
            Duration grace = state.end()
                    .map(end -> end.remaining(now))
                    .orElse(node.options().limits().maxGrace());
            if (interrupted) {
                runner(container).interrupt(grace);
            } else {
                runner(container).stop(grace);
            }
        } else if (action instanceof PodAction.Finish) {
            finish();
        }
    }

    private void unprepared(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        node.events().warning(spec().reference(), "FailedMount", message);
        state = state.unprepared(node.now().plus(RETRY));
        setupFailed("FailedMount", message, cause instanceof UnsupportedVolumeException);
    }

    private void setupFailed(String reason, String message, boolean terminal) {
        if (setupTimeout.isExceeded(node.time().nanos(), terminal)) {
            end(reason, message, spec().grace());
        }
    }

    private void finish() {
        finished = true;
        setup.close();
        if (timer != null) {
            timer.cancel();
        }
        if (removed) {
            quiet.tryComplete();
            release();
        } else {
            status.reportThen(() -> {
                quiet.tryComplete();
                if (Tree.at(latest, "metadata", "deletionTimestamp") != null) {
                    deletion.run();
                }
            });
        }
    }

    private void release() {
        setup.release();
        gone.run();
    }

    /** Other pods have come that programs of this one may look for. */
    public void namesChanged() {
        setup.writeHostsAgain();
    }

    /** Told by the watch: the object is gone, and so is the work when nothing runs. */
    public void vanished() {
        boolean wasFinished = finished;
        remove();
        if (wasFinished) {
            release();
        }
    }

    private Map<String, Object> currentStatus() {
        return ApiPodStatus.of(
                state, NodeContext.HOST_ADDRESS, setup.address(), Tree.child(latest, "status"), node.now());
    }

    @Override
    public void running(ContainerSpec container, Instant since, String id) {
        boolean started = container.startupProbe().isEmpty();
        boolean ready = started && container.readinessProbe().isEmpty();
        state = state.with(container, it -> it.running(since, id, started, ready));
        setupTimeout.clear();
        node.events().normal(spec().reference(), "Started", "Started container " + container.name());
        advance();
    }

    @Override
    public void unprepared(ContainerSpec container, String reason, String message, boolean terminal) {
        Instant again = node.now().plus(RETRY);
        state = state.with(container, it -> it.unprepared(reason, message, again));
        String who = "container " + container.name();
        node.events()
                .warning(spec().reference(), "Failed", message.startsWith(who + " ") ? message : who + ": " + message);
        setupFailed(reason, message, terminal);
        advance();
    }

    @Override
    public void probed(ContainerSpec container, boolean started, boolean ready) {
        state = state.with(container, it -> it.isRunning() ? it.probed(started, ready) : it);
        advance();
    }

    @Override
    public void ended(ContainerSpec container, Terminated how) {
        boolean terminal = rules.isTerminalFailure(state, container, how);
        state = rules.ended(state, container, how);
        if (terminal) {
            end(how.reason(), "container " + container.name() + ": " + how.message(), spec().grace());
        } else if (!state.of(container).isTerminated()) {
            node.events().warning(spec().reference(), "BackOff", "Back-off restarting container " + container.name());
        }
        advance();
    }

    /** Every container of the pod has one. */
    private ContainerRunner runner(ContainerSpec container) {
        return Objects.requireNonNull(runners.get(container.name()), container.name());
    }
}
