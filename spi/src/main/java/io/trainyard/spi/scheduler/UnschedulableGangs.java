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
 * Tells users why the scheduler cannot place their pods, as the status of its PodGroups says.
 *
 * @param scheduler name of the scheduler as users know it
 * @param podGroup its kind of PodGroup
 * @param objects reads the PodGroups that exist
 * @param reason why the pods of a PodGroup cannot be placed, from its status; empty when they can
 * @param <G> its kind of PodGroup
 */
public record UnschedulableGangs<G extends HasMetadata>(
        String scheduler, Class<G> podGroup, ObjectReader objects, Function<G, Optional<String>> reason) {
    /**
     * Adds a warning event {@code GangUnschedulable} for each PodGroup that cannot be placed. Only those are looked at that are to exist, do exist, and belong
     * to the TrainJob. What cannot be read is passed over: only the event is lost.
     *
     * @param components what the plugin has built
     * @return never fails, unless {@code reason} throws
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
        return new WarningEvent("GangUnschedulable", scheduler + " cannot place PodGroup " + name + ": " + reason);
    }

    private Uni<Optional<String>> reasonOf(String name, TrainJob trainJob) {
        return objects.find(podGroup, trainJob.getMetadata().getNamespace(), name)
                .onFailure()
                .recoverWithItem(Optional.empty())
                .map(found ->
                        found.filter(existing -> isOwnedBy(existing, trainJob)).flatMap(reason));
    }

    private static boolean isOwnedBy(HasMetadata object, TrainJob trainJob) {
        return object.getMetadata().getOwnerReferences().stream()
                .anyMatch(owner -> owner.getUid().equals(trainJob.getMetadata().getUid()));
    }
}
