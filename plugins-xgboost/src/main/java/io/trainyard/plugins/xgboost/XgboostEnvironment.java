package io.trainyard.plugins.xgboost;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.trainyard.spi.framework.JobSetNetwork;
import io.trainyard.spi.framework.NodeCount;
import io.trainyard.spi.runtime.CompletionIndex;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.Environment;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;

/**
 * The values behind {@link XgboostVariable}. They depend on TrainJob and runtime only.
 *
 * @param nodes how many pods take part
 * @param workersPerNode how many workers each of them has
 * @param trackerHost host of the tracker, which the program of node 0 starts
 * @param trackerPort its port
 */
record XgboostEnvironment(int nodes, int workersPerNode, String trackerHost, int trackerPort) {
    static XgboostEnvironment of(
            RuntimeInfo info, PodSet trainer, ContainerView container, XgboostConfiguration configuration) {
        return new XgboostEnvironment(
                NodeCount.of(trainer, info),
                WorkerCount.of(info, container, configuration),
                JobSetNetwork.of(info).rankZeroHost(trainer),
                configuration.trackerPort());
    }

    /** Workers of all nodes together. */
    long workers() {
        return (long) nodes * workersPerNode;
    }

    /** Declares the variables, in their order. */
    void declareIn(Environment environment) {
        for (XgboostVariable variable : XgboostVariable.values()) {
            environment.declare(define(variable), variable.precedence());
        }
    }

    private EnvVar define(XgboostVariable variable) {
        return switch (variable) {
            case DMLC_TRACKER_URI -> literal(variable, trackerHost);
            case DMLC_TRACKER_PORT -> literal(variable, String.valueOf(trackerPort));
            case DMLC_TASK_ID -> CompletionIndex.variable(variable.name());
            case DMLC_NUM_WORKER -> literal(variable, String.valueOf(workers()));
            case TRAINER_NPROC_PER_NODE -> literal(variable, String.valueOf(workersPerNode));
        };
    }

    private static EnvVar literal(XgboostVariable variable, String value) {
        return new EnvVar(variable.name(), value, null);
    }
}
