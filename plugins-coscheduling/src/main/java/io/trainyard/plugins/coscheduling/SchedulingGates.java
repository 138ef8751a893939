package io.trainyard.plugins.coscheduling;

import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.gang.Gang;
import io.trainyard.spi.gang.GangPlan;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Map;

/** Gated pods do not count for the scheduler, so one gate holds the whole gang up. Pure. */
final class SchedulingGates {
    private SchedulingGates() {}

    /** A warning for each replicated job that counts and is gated. */
    static Validation check(GangPlan plan, RuntimeInfo info) {
        Validation.Builder findings = Validation.builder();
        for (Map<String, Object> job : Tree.objects(info.template(), "replicatedJobs")) {
            if (isGated(job)) {
                String name = String.valueOf(job.get("name"));
                Gang gang = plan.of(name);
                if (gang.role() != Gang.Role.PROLOGUE) {
                    findings.warning("replicated job " + name + " has schedulingGates: no pod of PodGroup "
                            + gang.podGroup() + " is placed before " + gang.minMember() + " of its pods have none");
                }
            }
        }
        return findings.build();
    }

    private static boolean isGated(Map<String, Object> job) {
        return !Tree.list(job, "template", "spec", "template", "spec", "schedulingGates")
                .isEmpty();
    }
}
