package io.trainyard.testcluster.faults;

/**
 * A request and what came of it.
 *
 * @param committed the status that the API server answered; 0 when it was not asked, or gave no answer
 * @param answered the status that the client got; 0 when it got none
 */
public record CallRecord(ApiCall call, int committed, int answered) {

    /** Whether the API server did what a write asked for. */
    public boolean isCommittedWrite() {
        return call.isWrite() && committed >= 200 && committed < 300;
    }

    /** Whether an object came into being by it. */
    public boolean isCreation() {
        return call.isWrite() && committed == 201;
    }

    @Override
    public String toString() {
        return call + " " + committed + (answered == committed ? "" : " (the client got " + answered + ")");
    }
}
