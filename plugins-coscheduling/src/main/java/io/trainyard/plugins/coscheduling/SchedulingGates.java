package io.trainyard.plugins.coscheduling;

import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.gang.Gang;
import io.trainyard.spi.gang.GangPlan;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.Map;

/** Gated pods do not count for the scheduler, so one gate holds the whole gang up. Pure. */
final class SchedulingGates {
    private SchedulingGates() {}

    /** A warning for each replicated job that counts and is gated. */
    static Validation check(GangPlan plan, RuntimeInfo info) {
        Validation.Builder findings = Validation.builder();
        if (info.template().get("replicatedJobs") instanceof List<?> jobs) {
            for (Object item : jobs) {
                if (item instanceof Map<?, ?> job && isGated(job)) {
                    String name = String.valueOf(job.get("name"));
                    Gang gang = plan.of(name);
                    if (gang.role() != Gang.Role.PROLOGUE) {
                        findings.warning("replicated job " + name + " has schedulingGates: no pod of PodGroup "
                                + gang.podGroup() + " is placed before " + gang.minMember()
                                + " of its pods have none");
                    }
                }
            }
        }
        return findings.build();
    }

    private static boolean isGated(Map<?, ?> job) {
        Object tree = job;
        for (String key : List.of("template", "spec", "template", "spec", "schedulingGates")) {
            tree = tree instanceof Map<?, ?> map ? map.get(key) : null;
        }
        return tree instanceof List<?> gates && !gates.isEmpty();
    }
}
