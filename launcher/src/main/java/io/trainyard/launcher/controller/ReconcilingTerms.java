package io.trainyard.launcher.controller;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.leader.LeaderListener;
import io.trainyard.core.time.TimeLimit;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reconciles in terms, each from winning the lead to losing it. Between two terms everything ends that was begun in the first one, and only then is the
 * lead asked for again: nothing that was decided as the former leader is done as the next one. Lives on the event loop.
 */
final class ReconcilingTerms implements LeaderListener {
    private static final Logger LOG = LoggerFactory.getLogger(ReconcilingTerms.class);

    /** Every request and every call of a plugin has a shorter limit; what takes longer will not end by itself. */
    static final Duration DRAIN_LIMIT = Duration.ofMinutes(2);

    private final Reconciling reconciling;
    private final TimeSource time;
    private final Runnable renew;
    private final Runnable giveUp;
    private volatile boolean working;
    private boolean ended;

    /** What runs during a term. */
    interface Reconciling {
        /** Begins to reconcile. */
        void startReconciling();

        /** Begins no new reconcile; completes when the running ones have ended. */
        Uni<Void> drain();
    }

    /**
     * @param renew asks for the lead again, after it was lost
     * @param giveUp ends the process: something of the last term does not end
     */
    ReconcilingTerms(Reconciling reconciling, TimeSource time, Runnable renew, Runnable giveUp) {
        this.reconciling = reconciling;
        this.time = time;
        this.renew = renew;
        this.giveUp = giveUp;
    }

    @Override
    public void elected() {
        if (ended) {
            return;
        }
        LOG.atInfo().log("starting to reconcile");
        working = true;
        reconciling.startReconciling();
    }

    @Override
    public void lost(String reason) {
        working = false;
        if (ended) {
            return;
        }
        LOG.atWarn().addKeyValue("reason", reason).log("leadership is lost; no more reconciles begin");
        TimeLimit.of(DRAIN_LIMIT, time, reconciling.drain()).subscribe().with(drained -> runAgain(), late -> {
            LOG.atError().log("reconciles of the last term do not end: {}", late.getMessage());
            giveUp.run();
        });
    }

    private void runAgain() {
        if (!ended) {
            LOG.atInfo().log("running for leadership again");
            renew.run();
        }
    }

    /** There is no further term. */
    void end() {
        ended = true;
    }

    /** Whether a term runs; from any thread. */
    boolean isWorking() {
        return working;
    }
}
