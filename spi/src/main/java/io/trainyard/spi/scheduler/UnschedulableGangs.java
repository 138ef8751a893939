package io.trainyard.spi.scheduler;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import io.trainyard.spi.ObjectReader;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.component.WarningEvent;
import io.trainyard.spi.model.TrainJob;
import java.util.Optional;
import java.util.function.Function;

/**
 * Tells the host why the scheduler cannot place the pods of a TrainJob, as the status of its PodGroups says.
 *
 * @param scheduler name of the scheduler as users know it
 * @param podGroup its kind of PodGroup
 * @param objects reads the PodGroups that exist
 * @param reason why the pods of a PodGroup cannot be placed, in the scheduler's words; empty when they can. What it reads besides may fail: only the words are lost
 * @param <G> its kind of PodGroup
 */
public record UnschedulableGangs<G extends HasMetadata>(
        String scheduler, Class<G> podGroup, ObjectReader objects, Function<G, Uni<Optional<String>>> reason) {
    /** Reason of the event. */
    public static final String EVENT = "GangUnschedulable";

    /**
     * Adds a warning event {@link #EVENT} for each PodGroup that cannot be placed. The host tells it when the pods are there, none of an earlier attempt is left, and
     * the gang still waits: a scheduler calls a gang unschedulable, too, while its pods are being created or released. Only those are looked at that are to exist, do exist, and belong
     * to the TrainJob. What cannot be read is passed over: only the event is lost.
     *
     * @param components what the plugin has built
     * @return never fails
     */
    public Uni<Components> addTo(Components components, TrainJob trainJob) {
        Uni<Components> told = Uni.createFrom().item(components);
        for (Component component : components.components()) {
            if (podGroup.isInstance(component.object()) && component.updatePolicy() != Component.UpdatePolicy.ABSENT) {
                String name = component.object().getMetadata().getName();
                told = told.chain(
                        before -> reasonOf(name, trainJob).map(found -> found.map(text -> before.and(event(name, text)))
                                .orElse(before)));
            }
        }
        return told;
    }

    private WarningEvent event(String name, String reason) {
        return new WarningEvent(EVENT, scheduler + " cannot place PodGroup " + name + ": " + reason);
    }

    private Uni<Optional<String>> reasonOf(String name, TrainJob trainJob) {
        return objects.find(podGroup, trainJob.getMetadata().getNamespace(), name)
                .chain(found -> found.filter(existing -> isOwnedBy(existing, trainJob))
                        .map(reason)
                        .orElseGet(() -> Uni.createFrom().item(Optional.empty())))
                .onFailure()
                .recoverWithItem(Optional.empty());
    }

    private static boolean isOwnedBy(HasMetadata object, TrainJob trainJob) {
        return object.getMetadata().getOwnerReferences().stream()
                .anyMatch(owner -> owner.getUid().equals(trainJob.getMetadata().getUid()));
    }
}
