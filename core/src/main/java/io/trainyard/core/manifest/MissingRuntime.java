package io.trainyard.core.manifest;

import java.util.Collection;
import java.util.Optional;
import java.util.stream.Collectors;

/** What to say of a runtime that is named and not there. Pure. */
public final class MissingRuntime {
    /** What to do in a cluster without runtimes. */
    public static final String NONE_INSTALLED =
            "no ClusterTrainingRuntime is installed; 'trainyard install-runtimes' brings those that come with Trainyard";

    private static final int MAX_NAMES = 10;

    private MissingRuntime() {}

    /**
     * One sentence about a name.
     *
     * @param near the one that is probably meant
     * @param there what could be named instead; what is of another kind or namespace is written with it
     * @param ifNone what to do where there is none
     */
    public static String words(String name, Optional<String> near, Collection<String> there, String ifNone) {
        return "runtime \"" + name + "\" does not exist"
                + (there.isEmpty()
                        ? "; " + ifNone
                        : near.map(meant -> "; did you mean \"" + meant + "\"? ")
                                        .orElse("; ")
                                + known(there));
    }

    /** The first of them, and how many more there are. */
    public static String known(Collection<String> there) {
        String more = there.size() > MAX_NAMES ? " and " + (there.size() - MAX_NAMES) + " more" : "";
        return "there are: " + there.stream().limit(MAX_NAMES).collect(Collectors.joining(", ")) + more;
    }
}
