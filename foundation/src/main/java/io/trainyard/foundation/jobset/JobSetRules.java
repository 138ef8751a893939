package io.trainyard.foundation.jobset;

import io.trainyard.foundation.check.CheckedObject;
import io.trainyard.foundation.check.FieldTable;
import io.trainyard.foundation.name.DnsName;
import io.trainyard.foundation.pod.Extent;
import io.trainyard.foundation.pod.JobRules;
import io.trainyard.foundation.pod.MetadataRules;
import io.trainyard.foundation.pod.PodRules;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.tree.Tree;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What is refused of a JobSet, and of the Jobs and claims that JobSet makes of it. Values of a wrong type are left to the schema. Pure. */
public final class JobSetRules {
    private static final LinearPattern MANAGER = LinearPattern.of("[^/]+/[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+");
    private static final int MAX_MANAGER_LENGTH = 63;
    private static final FieldTable MADE = FieldTable.of(
            """
            replicatedJobs[].template.spec never selector Kubernetes makes the selector of each Job
            replicatedJobs[].template.spec clash manualSelector=true Kubernetes makes the selector of each Job
            volumeClaimPolicies[].templates[].spec in accessModes ReadWriteOnce ReadOnlyMany ReadWriteMany ReadWriteOncePod
            volumeClaimPolicies[].templates[].spec needed accessModes,resources
            volumeClaimPolicies[].templates[].spec.resources needed requests
            volumeClaimPolicies[].templates[].spec.resources.requests needed storage""");

    private final CheckedObject spec;
    private final Extent extent;
    private final JobSetFacts facts;

    private JobSetRules(CheckedObject spec, Extent extent, JobSetFacts facts) {
        this.spec = spec;
        this.extent = extent;
        this.facts = facts;
    }

    /** What JobSet itself refuses of the spec of a JobSet. */
    public static void check(CheckedObject spec, Extent extent, JobSetFacts facts) {
        new JobSetRules(spec, extent, facts).check();
        spec.list("replicatedJobs")
                .forEach(job -> PodRules.containers(job.child("template", "spec", "template", "spec")));
    }

    /** What JobSet refuses, and then Kubernetes of the Jobs and claims that JobSet makes. */
    public static void all(CheckedObject spec, Extent extent) {
        JobSetRules rules = new JobSetRules(spec, extent, JobSetFacts.UNKNOWN);
        rules.check();
        rules.jobs();
        MADE.check(spec, extent == Extent.WHOLE);
    }

    private void check() {
        spec.notNegative("ttlSecondsAfterFinished");
        spec.child("network").serviceLabel("subdomain");
        manager();
        Set<Object> names = new LinkedHashSet<>();
        List<CheckedObject> replicatedJobs = spec.list("replicatedJobs");
        for (int i = 0; i < replicatedJobs.size(); i++) {
            dependencies(replicatedJobs.get(i), i == 0, names);
            ReplicatedJobRules.check(replicatedJobs.get(i), facts.name(), names);
        }
        targets(spec.child("successPolicy"), names);
        FailurePolicyRules.check(spec, names, facts);
        if (spec.has("coordinator")) {
            CoordinatorRules.check(spec, extent, facts.name());
        }
        new VolumeClaimRules(spec, extent, facts.name()).check();
    }

    /** As JobSet makes them: with its defaults. */
    private void jobs() {
        Set<String> claims = Tree.objects(spec.tree(), "volumeClaimPolicies").stream()
                .flatMap(policy -> Tree.objects(policy, "templates").stream())
                .map(template -> Tree.text(template, "metadata", "name"))
                .collect(Collectors.toSet());
        for (CheckedObject replicated : spec.list("replicatedJobs")) {
            CheckedObject job = replicated.child("template", "spec");
            MetadataRules.ofTemplate(replicated.child("template"));
            MetadataRules.ofTemplate(job.child("template"));
            JobRules.check(job.withTree(withDefaults(job.tree())), extent, claims);
        }
    }

    private static Map<String, Object> withDefaults(Map<String, Object> job) {
        Map<String, Object> indexed =
                job.get("completionMode") == null ? Tree.with(job, "completionMode", "Indexed") : job;
        return Tree.text(job, "template", "spec", "restartPolicy").isEmpty()
                ? Tree.update(indexed, pod -> Tree.with(pod, "restartPolicy", "OnFailure"), "template", "spec")
                : indexed;
    }

    private void manager() {
        String manager = spec.text("managedBy");
        if (spec.has("managedBy")
                && (manager.length() > MAX_MANAGER_LENGTH
                        || !MANAGER.matches(manager)
                        || !DnsName.isSubdomain(manager.substring(0, manager.indexOf('/'))))) {
            spec.invalid(
                    "managedBy",
                    "must be a domain and a path with a slash between them, such as acme.io/controller, at most "
                            + MAX_MANAGER_LENGTH + " characters");
        }
    }

    /** A replicated job waits only for earlier ones, so that they can never wait for each other in a cycle. */
    private void dependencies(CheckedObject replicated, boolean first, Set<Object> earlier) {
        List<CheckedObject> dependencies = replicated.list("dependsOn");
        if (dependencies.isEmpty()) {
            return;
        }
        if (first) {
            replicated.invalid("dependsOn", "the first replicated job cannot depend on another one");
            return;
        }
        if (Tree.text(spec.tree(), "startupPolicy", "startupPolicyOrder").equals("InOrder")) {
            replicated.forbidden("dependsOn", "may not be set together with startupPolicyOrder InOrder");
        }
        for (CheckedObject dependency : dependencies) {
            if (!earlier.contains(dependency.text("name"))) {
                dependency.invalid("name", "must be a replicated job that is listed earlier: " + listed(earlier));
            }
        }
    }

    /** Every name in {@code targetReplicatedJobs} must be that of a replicated job. */
    static void targets(CheckedObject policy, Set<Object> names) {
        List<Object> targets = Tree.list(policy.tree(), "targetReplicatedJobs");
        for (int i = 0; i < targets.size(); i++) {
            if (!names.contains(targets.get(i))) {
                policy.invalidItem(
                        "targetReplicatedJobs", i, "must be a replicated job of this JobSet: " + listed(names));
            }
        }
    }

    static String listed(Set<Object> names) {
        return names.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
