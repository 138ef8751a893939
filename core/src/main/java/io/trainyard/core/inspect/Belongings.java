package io.trainyard.core.inspect;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.view.JobDetails;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.StepView;
import io.trainyard.foundation.time.Rfc3339;
import io.trainyard.spi.model.TrainJob;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which of many objects belong to one TrainJob. Pure. */
public final class Belongings {
    private Belongings() {}

    /**
     * The events about a TrainJob and what it is made of, also about pods that are gone.
     *
     * @param objects what is known of the job besides its events
     * @param events of the namespace
     */
    public static List<Event> events(JobObjects objects, Collection<Event> events) {
        String name = objects.trainJob().getMetadata().getName();
        Set<String> uids = new HashSet<>();
        uids.add(String.valueOf(objects.trainJob().getMetadata().getUid()));
        objects.jobSet().map(JobSet::getMetadata).ifPresent(jobSet -> uids.add(jobSet.getUid()));
        objects.pods().forEach(pod -> uids.add(pod.getMetadata().getUid()));
        objects.jobs().forEach(job -> uids.add(job.getMetadata().getUid()));
        objects.addOns().forEach(addOn -> uids.add(addOn.getMetadata().getUid()));
        List<String> prefixes = JobDetails.steps(objects).stream()
                .map(StepView::name)
                .map(step -> name + "-" + step + "-")
                .toList();
        return sinceCreation(objects.trainJob(), events).stream()
                .filter(event -> isAbout(event.getInvolvedObject(), name, uids, prefixes))
                .toList();
    }

    /** Those that are not of an earlier TrainJob of the same name. The API server dates both; the times that events tell are of other clocks. */
    static List<Event> sinceCreation(TrainJob trainJob, Collection<Event> events) {
        Instant created = created(trainJob).orElse(Instant.EPOCH);
        return events.stream()
                .filter(event -> created(event).filter(created::isAfter).isEmpty())
                .toList();
    }

    private static Optional<Instant> created(HasMetadata object) {
        return Optional.ofNullable(object.getMetadata())
                .flatMap(metadata -> Rfc3339.parse(metadata.getCreationTimestamp()));
    }

    private static boolean isAbout(
            @Nullable ObjectReference subject, String name, Set<String> uids, List<String> prefixes) {
        if (subject == null || subject.getKind() == null || subject.getName() == null) {
            return false;
        }
        if (subject.getUid() != null && uids.contains(subject.getUid())) {
            return true;
        }
        return switch (subject.getKind()) {
            // Another one of that name has another uid.
            case "TrainJob" -> false;
            case "JobSet", "PodGroup" -> subject.getName().equals(name);
            case "Job", "Pod" -> prefixes.stream().anyMatch(subject.getName()::startsWith);
            default -> false;
        };
    }

    /** The objects that a TrainJob owns. */
    static List<GenericKubernetesResource> owned(TrainJob trainJob, Collection<GenericKubernetesResource> objects) {
        return objects.stream().filter(object -> isOwnedBy(object, trainJob)).toList();
    }

    private static boolean isOwnedBy(HasMetadata object, TrainJob trainJob) {
        return object.getMetadata().getOwnerReferences().stream()
                .anyMatch(owner ->
                        Objects.equals(owner.getUid(), trainJob.getMetadata().getUid()));
    }
}
