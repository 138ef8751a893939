package io.trainyard.core.admission.runtime;

import io.trainyard.core.compile.Ancestors;
import io.trainyard.core.compile.PodTrees;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainerApi;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What an elastic torch job needs of its runtime, and what its autoscaler would stumble over. Pure. */
final class ElasticRules {
    private static final String POLICY = "spec.mlPolicy.torch.elasticPolicy";
    private static final String TEMPLATE = "spec.template.spec";

    /** All that metrics servers know of pods. */
    private static final Set<String> RESOURCES = Set.of("cpu", "memory");

    private ElasticRules() {}

    static void check(RuntimeChange runtime, Map<String, Object> policy, Validation.Builder findings) {
        List<Object> metrics = Tree.list(policy, "metrics");
        boolean changed = runtime.changes("mlPolicy", "torch", "elasticPolicy");
        if (changed && !metrics.isEmpty() && policy.get("maxNodes") == null) {
            findings.error(FieldError.required(POLICY + ".maxNodes", "metrics need an upper bound to scale to"));
        }
        if (changed) {
            restarts(policy, findings);
        }
        if (changed || runtime.changes("template", "spec")) {
            template(runtime, metrics, findings);
        }
    }

    private static void template(RuntimeChange runtime, List<Object> metrics, Validation.Builder findings) {
        network(runtime, findings);
        for (int i = 0; i < runtime.jobs().size(); i++) {
            Map<String, Object> job = runtime.jobs().get(i);
            if (isTrainer(job)) {
                indexed(job, TEMPLATE + ".replicatedJobs[" + i + "]", findings);
                for (int k = 0; k < metrics.size(); k++) {
                    metric(metrics.get(k), POLICY + ".metrics[" + k + "]", job, findings);
                }
            }
        }
    }

    private static boolean isTrainer(Map<String, Object> job) {
        return Ancestors.label(job).filter(TrainerApi.ANCESTOR_TRAINER::equals).isPresent();
    }

    private static void restarts(Map<String, Object> policy, Validation.Builder findings) {
        int least = Tree.wholeNumber(policy, "minNodes").orElse(1);
        boolean varies = Tree.wholeNumber(policy, "maxNodes").orElse(least) > least;
        Optional<Integer> wanted = Tree.wholeNumber(policy, "maxRestarts");
        if (varies && wanted.orElse(0) == 0) {
            findings.warning(POLICY + ".maxRestarts: is " + (wanted.isPresent() ? "0" : "not set")
                    + ", so torchrun gives up when the first node is lost;"
                    + " allow for as many failures as the job is to survive");
        }
    }

    private static void network(RuntimeChange runtime, Validation.Builder findings) {
        if (Boolean.FALSE.equals(Tree.at(runtime.jobSet(), "network", "enableDNSHostnames"))) {
            findings.error(FieldError.invalid(
                    TEMPLATE + ".network.enableDNSHostnames",
                    false,
                    "must not be false with torch.elasticPolicy: nodes find each other by the host name of the first"));
        }
    }

    private static void indexed(Map<String, Object> job, String path, Validation.Builder findings) {
        if ("NonIndexed".equals(Tree.at(job, "template", "spec", "completionMode"))) {
            findings.error(
                    FieldError.invalid(
                            path + ".template.spec.completionMode",
                            "NonIndexed",
                            "must be Indexed with torch.elasticPolicy, which is the default: nodes are taken away by their index"));
        }
    }

    private static void metric(Object metric, String path, Map<String, Object> job, Validation.Builder findings) {
        for (String source : List.of("resource", "containerResource")) {
            Tree.string(metric, source, "name").ifPresent(name -> {
                if (!RESOURCES.contains(name)) {
                    findings.warning(path + "." + source + ".name: metrics servers know only cpu and memory, not "
                            + name + "; use a metric of type Pods, Object or External");
                } else if (source.equals("resource")
                        && "Utilization".equals(Tree.at(metric, source, "target", "type"))) {
                    List<String> without = containersWithoutRequest(job, name);
                    if (!without.isEmpty()) {
                        findings.warning(path + "." + source + ".target: a Utilization is a share of what containers"
                                + " request, and of these some request no " + name + ": " + String.join(", ", without));
                    }
                }
            });
        }
    }

    private static List<String> containersWithoutRequest(Map<String, Object> job, String resource) {
        List<String> names = new ArrayList<>();
        for (Map<String, Object> container : PodTrees.containers(job)) {
            // A limit stands for a request.
            if (Tree.at(container, "resources", "requests", resource) == null
                    && Tree.at(container, "resources", "limits", resource) == null) {
                names.add(String.valueOf(container.get("name")));
            }
        }
        return names;
    }
}
