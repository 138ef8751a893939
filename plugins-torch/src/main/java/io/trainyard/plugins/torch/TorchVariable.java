package io.trainyard.plugins.torch;

import io.trainyard.spi.runtime.Environment.Precedence;

/** The variables of a torch container, in the order in which they are set. */
enum TorchVariable {
    PET_NNODES(Family.TORCHRUN, Jobs.ALL),
    PET_NPROC_PER_NODE(Family.TORCHRUN, Jobs.ALL),
    PET_RDZV_BACKEND(Family.TORCHRUN, Jobs.ELASTIC),
    PET_RDZV_ENDPOINT(Family.TORCHRUN, Jobs.ELASTIC),
    PET_RDZV_ID(Family.TORCHRUN, Jobs.ELASTIC),
    PET_MAX_RESTARTS(Family.TORCHRUN, Jobs.ELASTIC),
    PET_NODE_RANK(Family.TORCHRUN, Jobs.ALL),
    PET_MASTER_ADDR(Family.TORCHRUN, Jobs.FIXED),
    PET_MASTER_PORT(Family.TORCHRUN, Jobs.FIXED),
    MASTER_ADDR(Family.MASTER_ALIAS, Jobs.FIXED),
    MASTER_PORT(Family.MASTER_ALIAS, Jobs.FIXED),
    TRAINER_NNODES(Family.TRAINER_ALIAS, Jobs.ALL),
    TRAINER_MIN_NNODES(Family.TRAINER_ALIAS, Jobs.ELASTIC),
    TRAINER_MAX_NNODES(Family.TRAINER_ALIAS, Jobs.ELASTIC),
    TRAINER_NPROC_PER_NODE(Family.TRAINER_ALIAS, Jobs.ALL),
    TRAINER_NODE_RANK(Family.TRAINER_ALIAS, Jobs.ALL),
    TRAINER_NODE_0_HOSTNAME(Family.TRAINER_ALIAS, Jobs.ALL),
    TRAINER_JOB_ID(Family.TRAINER_ALIAS, Jobs.ALL);

    private enum Family {
        TORCHRUN,
        MASTER_ALIAS,
        TRAINER_ALIAS
    }

    /** Where all nodes are known, one of them is the master; where they come and go, they meet and agree on one. */
    private enum Jobs {
        ALL,
        FIXED,
        ELASTIC
    }

    private final Family family;
    private final Jobs jobs;

    TorchVariable(Family family, Jobs jobs) {
        this.family = family;
        this.jobs = jobs;
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

    /** True when jobs of that kind have it. */
    boolean isOf(boolean elastic) {
        return jobs == Jobs.ALL || (jobs == Jobs.ELASTIC) == elastic;
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
