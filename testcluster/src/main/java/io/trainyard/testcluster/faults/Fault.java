package io.trainyard.testcluster.faults;

import java.time.Duration;

/** What happens to a request. Actions run on a thread of their own and may block; the request waits for them. */
public sealed interface Fault {

    /**
     * An answer instead of the API server's, which is not asked.
     *
     * @param code the HTTP status
     * @param retryAfter what the header of that name says, in whole seconds; zero for no such header
     */
    record Refusal(int code, Duration retryAfter) implements Fault {}

    /** The API server does what was asked for; its answer is lost with the connection. */
    record LostReply() implements Fault {}

    /** Nobody hears of the request, and the connection ends. */
    record LostRequest() implements Fault {}

    /** The API server is asked later. */
    record Delay(Duration time) implements Fault {}

    /** The API server's answer is kept back for so long. */
    record LateReply(Duration time) implements Fault {}

    /** Right after the API server has done what was asked for, and before its answer goes back. */
    record AfterCommit(Runnable action) implements Fault {}

    /** Right after the answer went back. */
    record AfterReply(Runnable action) implements Fault {}

    static Fault refusal(int code) {
        return new Refusal(code, Duration.ZERO);
    }

    /** As an API server that is asked too much. */
    static Fault tooManyRequests(Duration retryAfter) {
        return new Refusal(429, retryAfter);
    }

    static Fault lostReply() {
        return new LostReply();
    }

    static Fault lostRequest() {
        return new LostRequest();
    }

    static Fault delay(Duration time) {
        return new Delay(time);
    }

    static Fault lateReply(Duration time) {
        return new LateReply(time);
    }

    static Fault afterCommit(Runnable action) {
        return new AfterCommit(action);
    }

    static Fault afterReply(Runnable action) {
        return new AfterReply(action);
    }
}
