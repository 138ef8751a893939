package io.trainyard.core.manifest;

import io.trainyard.foundation.name.GeneratedName;
import java.util.HashMap;
import java.util.Map;

/** Names of TrainJobs that leave theirs to the API server: what it will add is not known yet, but how long it is. */
final class StandInNames {
    private final Map<String, Integer> given = new HashMap<>();

    /** A name for the next TrainJob with this {@code metadata.generateName}, another one each time: {@code sft-xxxxx}, {@code sft-xxxx2}. */
    String standIn(String prefix) {
        int number = given.merge(prefix, 1, Integer::sum);
        String ordinal = number == 1 ? "" : String.valueOf(number);
        String start = GeneratedName.start(prefix);
        return start + "x".repeat(Math.max(0, GeneratedName.ADDED - ordinal.length())) + ordinal;
    }
}
