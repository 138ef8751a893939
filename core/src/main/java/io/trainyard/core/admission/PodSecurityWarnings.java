package io.trainyard.core.admission;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.trainjob.PodSecurityRules;
import io.trainyard.core.compile.PodTrees;
import io.trainyard.core.time.TimeLimit;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Warns of pods that Pod Security would refuse in their namespace: the API server looks at pods, and says nothing of a TrainJob. */
final class PodSecurityWarnings {
    static final String LEVEL = "pod-security.kubernetes.io/enforce";

    /** Nobody waits for long for a warning. */
    private static final Duration LIMIT = Duration.ofSeconds(1);

    private final AdmissionReader reader;
    private final TimeSource time;

    PodSecurityWarnings(AdmissionReader reader, TimeSource time) {
        this.reader = reader;
        this.time = time;
    }

    /** What there is to say of the pods of a TrainJob; nothing when the namespace cannot be read. */
    Uni<Validation> check(String namespace, RuntimeInfo info) {
        List<Map<String, Object>> jobs = Tree.objects(info.template(), "replicatedJobs");
        return jobs.stream().allMatch(job -> problems(PodSecurityRules.RESTRICTED, job)
                        .isEmpty())
                ? Uni.createFrom().item(Validation.OK)
                : TimeLimit.of(LIMIT, time, Uni.createFrom().deferred(() -> reader.namespaceLabels(namespace)))
                        .onFailure()
                        .recoverWithItem(Map.of())
                        .map(labels -> warnings(namespace, labels.getOrDefault(LEVEL, ""), jobs));
    }

    private static Validation warnings(String namespace, String level, List<Map<String, Object>> jobs) {
        Validation.Builder findings = Validation.builder();
        for (Map<String, Object> job : jobs) {
            List<String> problems = problems(level, job);
            if (!problems.isEmpty()) {
                findings.warning("spec.runtimeRef: namespace " + namespace + " (Pod Security: " + level
                        + ") will refuse the pods of " + job.get("name") + ", which need "
                        + String.join("; ", problems));
            }
        }
        return findings.build();
    }

    private static List<String> problems(String level, Map<String, Object> job) {
        return PodSecurityRules.problems(level, PodTrees.podSpec(job));
    }
}
