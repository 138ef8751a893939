package io.trainyard.launcher.faults;

import io.trainyard.testcluster.faults.ApiCall;
import io.trainyard.testcluster.faults.CallRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A write in the life of a TrainJob.
 *
 * @param what verb and resource
 * @param name of the object; empty for events, whose names are made up
 * @param occurrence it is the so many-th of its kind in this life, counted from 1
 */
record WritePoint(String what, String name, int occurrence) {

    /** The writes of a life, in their order. */
    static List<WritePoint> of(List<CallRecord> writes) {
        Map<String, Integer> counts = new HashMap<>();
        List<WritePoint> points = new ArrayList<>();
        for (CallRecord write : writes) {
            String name = nameOf(write.call());
            int occurrence = counts.merge(write.call().what() + " " + name, 1, Integer::sum);
            points.add(new WritePoint(write.call().what(), name, occurrence));
        }
        return points;
    }

    /** Whether the request is a write of this kind, whatever its number. */
    boolean isKindOf(ApiCall call) {
        return call.what().equals(what) && nameOf(call).equals(name);
    }

    private static String nameOf(ApiCall call) {
        return call.isOf("events") ? "" : call.name();
    }

    @Override
    public String toString() {
        return what + (name.isEmpty() ? "" : " " + name) + " #" + occurrence;
    }
}
