package io.trainyard.core.view;

import static io.trainyard.core.fixture.Manifests.read;
import static io.trainyard.core.fixture.Manifests.trainJob;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainJob;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A job and what belongs to it, from a tree with the fields job, jobSet, pods, events, addOns, holders, lines and reports. */
public final class JobObjectsYaml {
    /** When somebody looks at the job. */
    public static final Instant NOW = Instant.parse("2026-01-05T10:10:00Z");

    private JobObjectsYaml() {}

    /** The objects. */
    public static JobObjects of(Map<String, Object> tree) {
        Map<String, List<String>> lines = new LinkedHashMap<>();
        Tree.child(tree, "lines")
                .forEach((key, value) -> lines.put(
                        key, ((List<?>) value).stream().map(String::valueOf).toList()));
        return JobObjects.of(job(Tree.child(tree, "job")), NOW)
                .withJobSet(
                        tree.containsKey("jobSet")
                                ? Optional.of(read(Json.text(tree.get("jobSet")), JobSet.class))
                                : Optional.empty())
                .withPods(all(tree, "pods", Pod.class))
                .withEvents(all(tree, "events", Event.class))
                .withMachines(all(tree, "machines", Node.class))
                .withAddOns(all(tree, "addOns", GenericKubernetesResource.class))
                .withHolders(Tree.objects(tree, "holders").stream()
                        .map(JobObjectsYaml::holder)
                        .toList())
                .withLastLines(lines)
                .withReports(Tree.objects(tree, "reports").stream()
                        .map(JobObjectsYaml::report)
                        .toList());
    }

    private static TrainJob job(Map<String, Object> tree) {
        TrainJob job = trainJob("bert", Json.text(Tree.child(tree, "spec")), Json.text(Tree.child(tree, "status")));
        if (tree.containsKey("metadata")) {
            ObjectMeta more = read(Json.text(tree.get("metadata")), ObjectMeta.class);
            job.getMetadata().setLabels(more.getLabels());
            job.getMetadata().setManagedFields(more.getManagedFields());
        }
        return job;
    }

    private static <T> List<T> all(Map<String, Object> tree, String field, Class<T> type) {
        return Tree.objects(tree, field).stream()
                .map(each -> read(Json.text(each), type))
                .toList();
    }

    private static QuotaHolder holder(Map<String, Object> tree) {
        Map<String, String> amounts = new LinkedHashMap<>();
        Tree.child(tree, "amounts").forEach((name, amount) -> amounts.put(name, String.valueOf(amount)));
        return new QuotaHolder(
                Tree.text(tree, "kind"),
                Tree.text(tree, "namespace"),
                Tree.text(tree, "name"),
                amounts,
                Tree.string(tree, "since").map(Instant::parse));
    }

    private static RankReport report(Map<String, Object> tree) {
        return new RankReport(
                (int) Tree.integer(0, tree, "rank"),
                Tree.wholeNumber(tree, "node"),
                NOW.minusSeconds(Tree.integer(0, tree, "silence")),
                Optional.empty(),
                Optional.empty(),
                Tree.wholeNumber(tree, "world"));
    }
}
