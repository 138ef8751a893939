package io.trainyard.local.kubelet;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.kubelet.life.ContainerState.Terminated;
import io.trainyard.local.kubelet.life.PodDecider;
import io.trainyard.local.kubelet.life.PodEnd;
import io.trainyard.local.kubelet.life.PodLife;
import io.trainyard.local.kubelet.life.PodStatus;
import io.trainyard.local.kubelet.life.Recovery;
import io.trainyard.local.kubelet.life.RestartRules;
import io.trainyard.local.kubelet.life.Step;
import io.trainyard.local.kubelet.logs.PodFolder;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.PodSpec;
import io.trainyard.local.kubelet.volume.UnsupportedVolumeException;
import io.trainyard.local.time.TimeSource;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pod from its binding to its end: keeps its life, asks {@link PodDecider} after every event, does what that says and reports the status.
 * On the event loop.
 */
final class PodWorker implements ContainerRunner.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(PodWorker.class);
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Node node;
    private final PodSetup setup;
    private final RestartRules rules;
    private final StatusReporter status;
    private final PodDeletion deletion;
    private final SetupTrouble trouble;
    private final Runnable gone;
    private final Map<String, ContainerRunner> runners = new HashMap<>();
    private final Promise<Void> quiet = Promise.promise();
    private Map<String, Object> latest;
    private PodLife life;
    private TimeSource.@Nullable Cancellable timer;
    private boolean finished;
    private boolean removed;

    /**
     * A worker; nothing happens before {@link #begin}.
     *
     * @param gone is run when the pod no longer exists and nothing of it runs any more
     */
    PodWorker(Node node, PodSpec spec, PodFolder folder, Runnable gone) {
        this.node = node;
        this.gone = gone;
        this.latest = spec.tree();
        this.rules = new RestartRules(
                node.options().limits().backOff(), node.options().limits().failsFast());
        this.life = Recovery.resume(spec, rules, node.now());
        this.setup = new PodSetup(node, spec, folder);
        this.deletion = new PodDeletion(node, spec);
        this.trouble = new SetupTrouble(node.options().limits().setupLimit());
        this.status = new StatusReporter(node, spec, this::currentStatus, this::remove);
        for (ContainerSpec container : spec.allContainers()) {
            runners.put(container.name(), new ContainerRunner(node, spec, container, setup, folder, this));
        }
    }

    PodSpec spec() {
        return life.spec();
    }

    void begin() {
        update(latest);
    }

    /** The pod as the API server has it now. */
    void update(Map<String, Object> pod) {
        latest = pod;
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
        end("", "", node.options().limits().longestGrace());
        advance();
    }

    /** Stops everything because the kubelet stops; completes when nothing runs and the API server knows. */
    Future<Void> stop(Duration grace) {
        String message = "the node " + node.options().nodeName() + " was stopped";
        life = life.ending(PodEnd.shutdown(message, allowed(grace), node.now()));
        advance();
        return quiet.future();
    }

    private void end(String reason, String message, Duration grace) {
        life = life.ending(new PodEnd(reason, message, allowed(grace), node.now()));
    }

    private Duration allowed(Duration grace) {
        Duration longest = node.options().limits().longestGrace();
        return grace.compareTo(longest) > 0 ? longest : grace;
    }

    private void advance() {
        if (finished) {
            return;
        }
        Instant now = node.now();
        life.spec()
                .activeDeadline()
                .filter(limit -> !now.isBefore(life.startTime().plus(limit)))
                .ifPresent(limit -> end(
                        "DeadlineExceeded",
                        "Pod was active on the node longer than the specified deadline",
                        spec().grace()));
        Instant wake = null;
        for (Step step : PodDecider.decide(life, now)) {
            if (step instanceof Step.Wait wait) {
                wake = wake == null || wait.until().isBefore(wake) ? wait.until() : wake;
            } else {
                perform(step, now);
            }
        }
        schedule(wake, now);
        if (!finished) {
            status.report();
        }
    }

    private void schedule(@Nullable Instant wake, Instant now) {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
        if (wake != null) {
            timer = node.time().after(Duration.between(now, wake), this::advance);
        }
    }

    private void perform(Step step, Instant now) {
        if (step instanceof Step.Prepare) {
            life = life.nowPreparing();
            setup.run().onComplete(outcome -> {
                if (outcome.succeeded()) {
                    life = life.nowPrepared();
                    trouble.clear();
                } else {
                    unprepared(outcome.cause());
                }
                advance();
            });
        } else if (step instanceof Step.Start start) {
            ContainerSpec container = start.container();
            int runs = life.of(container).runs();
            life = life.with(container, it -> it.occupied());
            runners.get(container.name()).start(runs);
        } else if (step instanceof Step.Stop stop) {
            ContainerSpec container = stop.container();
            life = life.with(container, it -> it.occupied());
            runners.get(container.name())
                    .stop(life.end()
                            .map(end -> end.left(now))
                            .orElse(node.options().limits().longestGrace()));
        } else if (step instanceof Step.Finish) {
            finish();
        }
    }

    private void unprepared(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        node.events().warning(spec(), "FailedMount", message);
        life = life.unprepared(node.now().plus(RETRY));
        trouble("FailedMount", message, cause instanceof UnsupportedVolumeException);
    }

    private void trouble(String reason, String message, boolean hopeless) {
        if (trouble.isTooMuch(node.now(), hopeless)) {
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
    void namesChanged() {
        setup.writeHostsAgain();
    }

    /** Told by the watch: the object is gone, and so is the work when nothing runs. */
    void vanished() {
        boolean wasFinished = finished;
        remove();
        if (wasFinished) {
            release();
        }
    }

    private Map<String, Object> currentStatus() {
        return PodStatus.of(life, Node.HOST_ADDRESS, setup.address(), Tree.child(latest, "status"), node.now());
    }

    @Override
    public void running(ContainerSpec container, Instant since, String id) {
        boolean started = container.startupProbe().isEmpty();
        boolean ready = started && container.readinessProbe().isEmpty();
        life = life.with(container, it -> it.running(since, id, started, ready));
        trouble.clear();
        node.events().normal(spec(), "Started", "Started container " + container.name());
        advance();
    }

    @Override
    public void unprepared(ContainerSpec container, String reason, String message, boolean hopeless) {
        Instant again = node.now().plus(RETRY);
        life = life.with(container, it -> it.unprepared(reason, message, again));
        node.events().warning(spec(), "Failed", "container " + container.name() + ": " + message);
        trouble(reason, message, hopeless);
        advance();
    }

    @Override
    public void probed(ContainerSpec container, boolean started, boolean ready) {
        life = life.with(container, it -> it.isRunning() ? it.probed(started, ready) : it);
        advance();
    }

    @Override
    public void ended(ContainerSpec container, Terminated how) {
        boolean hopeless = rules.isHopeless(life, container, how);
        life = rules.ended(life, container, how);
        if (hopeless) {
            end(how.reason(), "container " + container.name() + ": " + how.message(), spec().grace());
        } else if (!life.of(container).isTerminated()) {
            node.events().warning(spec(), "BackOff", "Back-off restarting container " + container.name());
        }
        advance();
    }
}
