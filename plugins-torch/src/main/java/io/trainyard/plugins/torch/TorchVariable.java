package io.trainyard.plugins.torch;

import io.trainyard.spi.runtime.Environment.Precedence;

/** The variables of a torch container, in the order in which they are set. */
enum TorchVariable {
    PET_NNODES(Family.TORCHRUN),
    PET_NPROC_PER_NODE(Family.TORCHRUN),
    PET_NODE_RANK(Family.TORCHRUN),
    PET_MASTER_ADDR(Family.TORCHRUN),
    PET_MASTER_PORT(Family.TORCHRUN),
    MASTER_ADDR(Family.MASTER_ALIAS),
    MASTER_PORT(Family.MASTER_ALIAS),
    TRAINER_NNODES(Family.TRAINER_ALIAS),
    TRAINER_NPROC_PER_NODE(Family.TRAINER_ALIAS),
    TRAINER_NODE_RANK(Family.TRAINER_ALIAS),
    TRAINER_NODE_0_HOSTNAME(Family.TRAINER_ALIAS),
    TRAINER_JOB_ID(Family.TRAINER_ALIAS);

    private enum Family {
        TORCHRUN,
        MASTER_ALIAS,
        TRAINER_ALIAS
    }

    private final Family family;

    TorchVariable(Family family) {
        this.family = family;
    }

    /** True when nobody else may set it. */
    boolean isReserved() {
        return family == Family.TORCHRUN;
    }

    /** True when it says where rank 0 waits, so that torchrun would meet the others there, whatever its command says. */
    boolean isMaster() {
        return family == Family.MASTER_ALIAS || this == PET_MASTER_ADDR || this == PET_MASTER_PORT;
    }

    /** Who wins when the template or the user sets it too. */
    Precedence precedence() {
        return isReserved() ? Precedence.RESERVED : Precedence.SET_IF_ABSENT;
    }

    /** False when the operator switched it off. */
    boolean isInjected(TorchConfiguration configuration) {
        return switch (family) {
            case TORCHRUN -> true;
            case MASTER_ALIAS -> configuration.injectMasterAliases();
            case TRAINER_ALIAS -> configuration.injectTrainerAliases();
        };
    }
}
