package io.trainyard.plugins.tensorflow;

import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.runtime.PodSet;
import java.util.Locale;
import java.util.Optional;

/** What a replicated job does in a TensorFlow cluster. In the order in which {@code TF_CONFIG} names them, which is that of the alphabet. */
enum Role {
    CHIEF,
    EVALUATOR,
    MASTER,
    PS,
    WORKER;

    /** The role that the name of a replicated job says; empty when the job takes no part. */
    static Optional<Role> of(PodSet podSet) {
        for (Role role : values()) {
            if (role.word().equals(podSet.name().toLowerCase(Locale.ROOT))) {
                return Optional.of(role);
            }
        }
        return podSet.name().equals(TrainerApi.NODE) && podSet.hasAncestor(TrainerApi.ANCESTOR_TRAINER)
                ? Optional.of(WORKER)
                : Optional.empty();
    }

    /** As TensorFlow writes it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** True for those of which there is one pod at most. */
    boolean isSingle() {
        return this == CHIEF || this == MASTER || this == EVALUATOR;
    }

    /** True for the role whose end is that of the job. */
    boolean leads() {
        return this == CHIEF || this == MASTER;
    }
}
