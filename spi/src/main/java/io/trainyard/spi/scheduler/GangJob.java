package io.trainyard.spi.scheduler;

import io.trainyard.spi.gang.GangPlan;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;

/**
 * A TrainJob whose runtime selects the scheduler of a plugin.
 *
 * @param trainJob the TrainJob; never change it
 * @param info the runtime merged with it
 * @param policy what the runtime says to the scheduler
 * @param <P> type of the policy
 */
public record GangJob<P>(TrainJob trainJob, RuntimeInfo info, P policy) {
    /**
     * Who is scheduled together. There is always a plan while the policy is enforced and while components are built; at validation ask
     * {@link RuntimeInfo#gangPlan} instead.
     *
     * @throws IllegalStateException when there is no plan
     */
    public GangPlan plan() {
        return info.gangPlan()
                .orElseThrow(() -> new IllegalStateException("the host has made no gang plan for this TrainJob"));
    }
}
