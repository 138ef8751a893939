package io.trainyard.core.plain;

import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;
import org.jspecify.annotations.Nullable;

/**
 * The fallback for runtimes that select no framework: the node count of the TrainJob, nothing else. Variables of the user are
 * already in the view.
 */
public final class PlainPlugin implements EnforceMLPolicy {
    @Override
    public String name() {
        return "plainml";
    }

    @Override
    public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
        @Nullable MLPolicy policy = info.policy().mlPolicy();
        @Nullable Integer nodes = info.trainer().numNodes();
        if (nodes != null && (policy == null || !policy.hasFramework())) {
            info.trainerPodSet().ifPresent(podSet -> podSet.setCount(nodes));
        }
    }
}
