package com.acme.trainyard;

import io.trainyard.spi.extension.EnforcePodGroupPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;

/** Serves {@code podGroupPolicy.plugin} with the name {@code acme-scheduler}: our scheduler starts all pods of a TrainJob or none. */
public final class AcmeScheduler implements EnforcePodGroupPolicy {
    @Override
    public String name() {
        return "acme-scheduler";
    }

    @Override
    public void enforcePodGroupPolicy(TrainJob trainJob, RuntimeInfo info) {
        if (info.policy().podGroupParameters(name()).isEmpty()) {
            return;
        }
        int pods = info.podSets().stream().mapToInt(set -> set.replicas() * set.count()).sum();
        info.podSets().forEach(set -> {
            set.setSchedulerName("acme-scheduler");
            set.putPodLabel("acme.example/gang", trainJob.getMetadata().getName());
            set.putPodAnnotation("acme.example/gang-size", String.valueOf(pods));
        });
    }
}
