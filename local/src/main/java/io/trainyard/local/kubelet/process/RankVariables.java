package io.trainyard.local.kubelet.process;

import java.util.Map;
import java.util.Set;

/** Variables by which a program of a container knows that it is to be debugged or recorded if it is a certain rank. */
final class RankVariables {
    private static final Set<String> NAMES = Set.of("TRAINYARD_DEBUG_RANK", "TRAINYARD_PROFILE_RANK");

    private RankVariables() {}

    /** For a program that runs beside that of the container, such as a probe: it has the variables of a rank, but is none. */
    static void removeFrom(Map<String, String> environment) {
        environment.keySet().removeAll(NAMES);
    }
}
