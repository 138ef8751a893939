package io.trainyard.local.controllers.jobset;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.controllers.jobset.Change.CreateJob;
import io.trainyard.local.controllers.jobset.Change.DeleteJob;
import io.trainyard.local.controllers.jobset.Change.PatchJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A JobSet with its jobs, as a test describes them; decisions can be carried out on it, as an API server without pods would do it. */
final class Situation {
    static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private Map<String, Object> jobSet;
    private final List<Map<String, Object>> jobs = new ArrayList<>();
    private final Set<String> services = new HashSet<>();
    private final Set<String> claims = new HashSet<>();
    private JobSetFeatureGates features = new JobSetFeatureGates(false, false);
    private Instant now = NOW;
    private int minutes;

    private Situation(Map<String, Object> jobSet) {
        this.jobSet = jobSet;
    }

    /** A JobSet named {@code set} in namespace {@code ns}, with this as its specification. */
    static Situation of(String spec) {
        Map<String, Object> metadata = Tree.of("name", "set", "namespace", "ns", "uid", "u-1", "resourceVersion", "1");
        return new Situation(Tree.of(
                "apiVersion",
                "jobset.x-k8s.io/v1alpha2",
                "kind",
                "JobSet",
                "metadata",
                metadata,
                "spec",
                Yaml.parse(spec)));
    }

    Situation with(JobSetFeatureGates other) {
        features = other;
        return this;
    }

    Situation at(Instant time) {
        now = time;
        return this;
    }

    Situation withService(String name) {
        services.add(name);
        return this;
    }

    Situation withClaim(String name) {
        claims.add(name);
        return this;
    }

    Map<String, Object> jobSet() {
        return jobSet;
    }

    Situation put(Object value, String... path) {
        jobSet = Tree.copy(jobSet);
        Tree.put(jobSet, value, path);
        return this;
    }

    /** The job of this name, to be changed. */
    Map<String, Object> job(String name) {
        return jobs.stream()
                .filter(job -> Tree.text(job, "metadata", "name").equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no job " + name + " among " + names()));
    }

    List<String> names() {
        return jobs.stream().map(job -> Tree.text(job, "metadata", "name")).toList();
    }

    Situation ready(String job) {
        Tree.put(job(job), Tree.of("ready", 1L, "active", 1L, "startTime", NOW.toString()), "status");
        return this;
    }

    Situation succeeded(String job) {
        return finished(job, "Complete", "CompletionsReached", "Reached expected number of succeeded pods");
    }

    Situation failed(String job) {
        return failed(job, "BackoffLimitExceeded", "Job has reached the specified backoff limit");
    }

    /** Each failure is later than the one before. */
    Situation failed(String job, String reason, String message) {
        return finished(job, "Failed", reason, message);
    }

    private Situation finished(String job, String type, String reason, String message) {
        String time = NOW.plusSeconds(60L * minutes++).toString();
        Map<String, Object> condition = Tree.of(
                "type", type, "status", "True", "reason", reason, "message", message, "lastTransitionTime", time);
        Tree.put(job(job), new ArrayList<Object>(List.of(condition)), "status", "conditions");
        return this;
    }

    Situation gone(String job) {
        jobs.remove(job(job));
        return this;
    }

    Decision decide() {
        return ReconcileSteps.decide(
                new ObservedState(jobSet, jobs, services, claims), features, Optional.empty(), now);
    }

    /** Carries out what is decided, except that deleted jobs stay, marked, until {@link #gone}. */
    Situation pass() {
        Decision decision = decide();
        for (Change change : decision.changes()) {
            if (change instanceof CreateJob creation) {
                Map<String, Object> job = Tree.copy(creation.job());
                Tree.put(job, "uid-" + Tree.text(job, "metadata", "name"), "metadata", "uid");
                Tree.put(job, "7", "metadata", "resourceVersion");
                jobs.add(job);
            } else if (change instanceof DeleteJob deletion) {
                Tree.put(job(deletion.name()), now.toString(), "metadata", "deletionTimestamp");
            } else if (change instanceof PatchJob patch && !patch.onStatus()) {
                Tree.put(job(patch.name()), Tree.flag(patch.patch(), "spec", "suspend"), "spec", "suspend");
            } else if (change instanceof Change.CreateService creation) {
                services.add(Tree.text(creation.service(), "metadata", "name"));
            } else if (change instanceof Change.CreateClaim creation) {
                claims.add(Tree.text(creation.claim(), "metadata", "name"));
            }
        }
        decision.status().ifPresent(status -> put(status, "status"));
        return this;
    }

    /** {@code Type=Status(Reason)} of a condition; empty when there is none. */
    String condition(String type) {
        return Tree.objects(jobSet, "status", "conditions").stream()
                .filter(item -> type.equals(item.get("type")))
                .map(item -> item.get("status") + " " + item.get("reason"))
                .findFirst()
                .orElse("");
    }

    String message(String type) {
        return Tree.objects(jobSet, "status", "conditions").stream()
                .filter(item -> type.equals(item.get("type")))
                .map(item -> Tree.text(item, "message"))
                .findFirst()
                .orElse("");
    }
}
