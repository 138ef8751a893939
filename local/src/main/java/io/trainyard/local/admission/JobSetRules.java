package io.trainyard.local.admission;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.NameRule;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What must hold of a new JobSet, besides its schema. One check of one object. */
final class JobSetRules {
    private static final LinearPattern DOMAIN_PREFIXED_PATH =
            LinearPattern.of("[^/]+/[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+");
    private static final int MAX_MANAGER_LENGTH = 63;

    private final Map<String, Object> spec;
    private final String name;
    private final boolean restartJob;
    private final Validation.Builder findings;
    private final Set<String> names = new LinkedHashSet<>();

    JobSetRules(Map<String, Object> jobSet, boolean restartJob, Validation.Builder findings) {
        this.spec = Tree.child(jobSet, "spec");
        this.name = Tree.text(jobSet, "metadata", "name");
        this.restartJob = restartJob;
        this.findings = findings;
    }

    void check() {
        checkNetwork();
        checkManager();
        List<Map<String, Object>> replicatedJobs = Tree.objects(spec, "replicatedJobs");
        for (int i = 0; i < replicatedJobs.size(); i++) {
            new ReplicatedJobRules(name, replicatedJobs.get(i), "spec.replicatedJobs[" + i + "]", findings).check();
            checkDependencies(replicatedJobs.get(i), i);
            names.add(Tree.text(replicatedJobs.get(i), "name"));
        }
        checkTargets(Tree.list(spec, "successPolicy", "targetReplicatedJobs"), "spec.successPolicy");
        if (Tree.at(spec, "failurePolicy") != null) {
            new FailurePolicyRules(spec, names, restartJob, findings).check();
        }
        if (Tree.at(spec, "coordinator") != null) {
            new CoordinatorRules(name, spec, findings).check();
        }
        new VolumeClaimRules(name, spec, findings).check();
    }

    private void checkNetwork() {
        String subdomain = Tree.text(spec, "network", "subdomain");
        if (!subdomain.isEmpty()) {
            NameRule.RFC1035_LABEL
                    .problemOf(subdomain)
                    .ifPresent(problem ->
                            findings.error(FieldError.invalid("spec.network.subdomain", subdomain, problem)));
        }
    }

    private void checkManager() {
        if (!(spec.get("managedBy") instanceof String manager)) {
            return;
        }
        if (manager.length() > MAX_MANAGER_LENGTH) {
            findings.error(new FieldError(
                    "spec.managedBy",
                    FieldError.Kind.TOO_LONG,
                    null,
                    "may not be more than " + MAX_MANAGER_LENGTH + " characters"));
        }
        int slash = manager.indexOf('/');
        if (!DOMAIN_PREFIXED_PATH.matches(manager)
                || NameRule.SUBDOMAIN.problemOf(manager.substring(0, slash)).isPresent()) {
            findings.error(FieldError.invalid(
                    "spec.managedBy",
                    manager,
                    "must be a domain and a path with a slash between them, such as acme.io/controller"));
        }
    }

    /** A replicated job waits only for earlier ones, so that they can never wait for each other in a cycle. */
    private void checkDependencies(Map<String, Object> replicated, int index) {
        String path = "spec.replicatedJobs[" + index + "].dependsOn";
        if (replicated.get("dependsOn") == null) {
            return;
        }
        if (index == 0) {
            findings.error(FieldError.forbidden(path, "the first replicated job has none that it could wait for"));
            return;
        }
        if (Tree.text(spec, "startupPolicy", "startupPolicyOrder").equals("InOrder")) {
            findings.error(FieldError.forbidden(path, "may not be set together with startupPolicyOrder InOrder"));
        }
        List<Map<String, Object>> dependencies = Tree.objects(replicated, "dependsOn");
        for (int i = 0; i < dependencies.size(); i++) {
            String target = Tree.text(dependencies.get(i), "name");
            if (!names.contains(target)) {
                findings.error(FieldError.invalid(
                        path + "[" + i + "].name",
                        target,
                        target.equals(Tree.text(replicated, "name"))
                                ? "a replicated job that waits for itself never starts"
                                : "must be the name of an earlier replicated job: " + String.join(", ", names)));
            }
        }
    }

    private void checkTargets(List<Object> targets, String path) {
        checkTargets(targets, path, names, findings);
    }

    /** Every name in {@code targetReplicatedJobs} must be that of a replicated job. */
    static void checkTargets(List<Object> targets, String path, Set<String> names, Validation.Builder findings) {
        for (int i = 0; i < targets.size(); i++) {
            if (!names.contains(String.valueOf(targets.get(i)))) {
                findings.error(FieldError.invalid(
                        path + ".targetReplicatedJobs[" + i + "]",
                        targets.get(i),
                        "must be the name of a replicated job: " + String.join(", ", names)));
            }
        }
    }
}
