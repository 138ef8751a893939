package io.trainyard.spi.framework;

import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;

/**
 * A TrainJob whose runtime selects the framework of a plugin.
 *
 * @param trainJob the TrainJob; never change it
 * @param info the runtime merged with it
 * @param policy what the runtime says to the framework
 * @param <P> type of the policy
 */
public record FrameworkJob<P>(TrainJob trainJob, RuntimeInfo info, P policy) {}
