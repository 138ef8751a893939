package io.trainyard.core.controller;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.trainyard.core.kube.SharedParts;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.Trainer;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Parts of TrainJobs in which there may be amounts, shared where they look the same. Amounts of 1Gi and 1024Mi are equal and look different, so their texts are
 * compared; and what consists of parts that have been shared looks the same if these are the same. That costs less than to print
 * both, as is done for what is rare. Safe on any thread.
 */
final class LooksOfJobs {
    private final SharedParts parts;

    LooksOfJobs(SharedParts parts) {
        this.parts = parts;
    }

    /** @param spec whose parts have been shared */
    TrainJobSpec spec(TrainJobSpec spec) {
        int hash = Objects.hash(
                spec.runtimeRef(),
                System.identityHashCode(spec.trainer()),
                System.identityHashCode(spec.initializer()),
                spec.labels(),
                spec.suspend(),
                spec.managedBy());
        return parts.part(spec, hash, LooksOfJobs::looksTheSame);
    }

    @SuppressWarnings("ReferenceEquality") // Equal parts were made one object before.
    private static boolean looksTheSame(TrainJobSpec one, TrainJobSpec other) {
        return one.trainer() == other.trainer()
                && one.initializer() == other.initializer()
                && Objects.equals(one.runtimeRef(), other.runtimeRef())
                && one.labels().equals(other.labels())
                && one.annotations().equals(other.annotations())
                && one.podSpecOverrides() == other.podSpecOverrides()
                && one.podTemplateOverrides() == other.podTemplateOverrides()
                && one.runtimePatches() == other.runtimePatches()
                && Objects.equals(one.suspend(), other.suspend())
                && Objects.equals(one.activeDeadlineSeconds(), other.activeDeadlineSeconds())
                && Objects.equals(one.managedBy(), other.managedBy())
                && one.plugins() == other.plugins();
    }

    /** @param trainer whose parts have been shared */
    Trainer trainer(Trainer trainer) {
        int hash = Objects.hash(
                trainer.image(),
                trainer.command(),
                trainer.args(),
                System.identityHashCode(trainer.env()),
                trainer.numNodes(),
                System.identityHashCode(trainer.resourcesPerNode()),
                trainer.numProcPerNode());
        return parts.part(trainer, hash, LooksOfJobs::looksTheSame);
    }

    @SuppressWarnings("ReferenceEquality") // Equal parts were made one object before.
    private static boolean looksTheSame(Trainer one, Trainer other) {
        return one.env() == other.env()
                && one.resourcesPerNode() == other.resourcesPerNode()
                && Objects.equals(one.image(), other.image())
                && Objects.equals(one.command(), other.command())
                && Objects.equals(one.args(), other.args())
                && Objects.equals(one.numNodes(), other.numNodes())
                && Objects.equals(one.numProcPerNode(), other.numProcPerNode());
    }

    ResourceRequirements resources(ResourceRequirements resources) {
        int hash = 31 * hash(resources.getLimits()) + hash(resources.getRequests());
        return parts.part(resources, hash, LooksOfJobs::looksTheSame);
    }

    private static boolean looksTheSame(ResourceRequirements one, ResourceRequirements other) {
        return looksTheSame(one.getLimits(), other.getLimits())
                && looksTheSame(one.getRequests(), other.getRequests())
                && Objects.equals(one.getClaims(), other.getClaims())
                && Objects.equals(one.getAdditionalProperties(), other.getAdditionalProperties());
    }

    private static int hash(@Nullable Map<String, @Nullable Quantity> amounts) {
        int hash = 1;
        if (amounts != null) {
            for (Map.Entry<String, @Nullable Quantity> amount : amounts.entrySet()) {
                @Nullable Quantity value = amount.getValue();
                hash = 31 * hash + Objects.hash(amount.getKey(), value == null ? null : value.getAmount());
            }
        }
        return hash;
    }

    /** In the same order, too. */
    private static boolean looksTheSame(
            @Nullable Map<String, @Nullable Quantity> one, @Nullable Map<String, @Nullable Quantity> other) {
        if (one == null || other == null || one.size() != other.size()) {
            return one == other;
        }
        Iterator<Map.Entry<String, @Nullable Quantity>> others =
                other.entrySet().iterator();
        for (Map.Entry<String, @Nullable Quantity> amount : one.entrySet()) {
            Map.Entry<String, @Nullable Quantity> beside = others.next();
            if (!amount.getKey().equals(beside.getKey()) || !looksTheSame(amount.getValue(), beside.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static boolean looksTheSame(@Nullable Quantity one, @Nullable Quantity other) {
        if (one == null || other == null) {
            return one == null && other == null;
        }
        return Objects.equals(one.getAmount(), other.getAmount())
                && Objects.equals(one.getFormat(), other.getFormat())
                && Objects.equals(one.getAdditionalProperties(), other.getAdditionalProperties());
    }
}
