package io.trainyard.launcher.faults;

import io.trainyard.testcluster.faults.Fault;
import java.time.Duration;

/** What may happen at a write. */
enum StepFault {
    KILLED_AFTER_THE_REPLY(1),
    KILLED_AFTER_THE_COMMIT(1),
    REPLY_LOST(1),
    /** Until the client gives up. */
    REPLIES_LOST(3),
    REFUSED_WITH_500(3),
    REFUSED_WITH_409(1),
    REFUSED_WITH_429(3);

    private final int times;

    StepFault(int times) {
        this.times = times;
    }

    /** How often in a row; the client itself sends a request up to three times. */
    int times() {
        return times;
    }

    Fault of(TrainJobLife life) {
        return switch (this) {
            case KILLED_AFTER_THE_REPLY -> Fault.afterReply(life::restart);
            case KILLED_AFTER_THE_COMMIT -> Fault.afterCommit(life::restart);
            case REPLY_LOST, REPLIES_LOST -> Fault.lostReply();
            case REFUSED_WITH_500 -> Fault.refusal(500);
            case REFUSED_WITH_409 -> Fault.refusal(409);
            case REFUSED_WITH_429 -> Fault.tooManyRequests(Duration.ofSeconds(1));
        };
    }
}
