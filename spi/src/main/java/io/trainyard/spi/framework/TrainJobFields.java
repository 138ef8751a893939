package io.trainyard.spi.framework;

/** Fields of a TrainJob that frameworks find mistakes in, as users write them. */
public final class TrainJobFields {
    /** Where mistakes of the runtime are reported: there is no better place in the TrainJob. */
    public static final String RUNTIME = "spec.runtimeRef";

    /** How many nodes. */
    public static final String NODES = "spec.trainer.numNodes";

    /** How many processes on each node. */
    public static final String PROCESSES = "spec.trainer.numProcPerNode";

    /** Variables of the trainer container. */
    public static final String ENVIRONMENT = "spec.trainer.env";

    private TrainJobFields() {}
}
