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
            CrashCauses::of);

    private Causes() {}

    /**
     * Why a job stands where it does.
     *
     * @param objects what is known of it; the less that is, the more general the answer
     */
    public static Cause of(JobObjects objects) {
        Situation situation = Situation.of(objects);
        return objects.told().or(() -> found(situation)).orElseGet(() -> CourseCauses.of(situation));
    }

    private static Optional<Cause> found(Situation situation) {
        return IN_ORDER.stream()
                .map(kind -> kind.apply(situation))
                .flatMap(Optional::stream)
                .findFirst();
    }
}
