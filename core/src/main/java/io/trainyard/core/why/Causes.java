package io.trainyard.core.why;

import io.trainyard.core.view.Cause;
import io.trainyard.core.view.JobObjects;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Finds the one cause that a person should hear first. Pure; there is always one. */
public final class Causes {
    /** From what makes all else meaningless to what is left when nothing is wrong. */
    private static final List<Function<Situation, Optional<Cause>>> IN_ORDER = List.of(
            EndCauses::of,
            SuspensionCauses::of,
            CreationCauses::of,
            ImageCauses::of,
            ReferenceCauses::of,
            SchedulingCauses::of,
            CrashCauses::of,
            KeptPodCauses::of);

    private Causes() {}

    /**
     * Why a job stands where it does.
     *
     * @param objects what is known of it; the less that is, the more general the answer
     */
    public static Cause of(JobObjects objects) {
        return of(Situation.of(objects, Optional.empty()));
    }

    /**
     * The same for the controller, which asks plugins instead of reading what it told before.
     *
     * @param heard what plugins say of gangs of the job that wait; empty where they say nothing
     */
    public static Cause of(JobObjects objects, List<String> heard) {
        return of(Situation.of(objects, Optional.of(heard)));
    }

    private static Cause of(Situation situation) {
        return situation.objects().told().or(() -> found(situation)).orElseGet(() -> CourseCauses.of(situation));
    }

    /** What a failure to make the objects of a job says, in a sentence. */
    public static String ofFailure(String words, String namespace) {
        return CreationCauses.ofFailure(words, namespace);
    }

    private static Optional<Cause> found(Situation situation) {
        return IN_ORDER.stream()
                .map(kind -> kind.apply(situation))
                .flatMap(Optional::stream)
                .findFirst();
    }
}
