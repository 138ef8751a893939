package io.trainyard.core.inspect;

import com.google.re2j.Matcher;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.trainyard.core.gang.PodDefaults;
import io.trainyard.core.gang.PodRequests;
import io.trainyard.core.gang.ResourceAmounts;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.core.view.EventView;
import io.trainyard.core.view.QuotaHolder;
import io.trainyard.foundation.quantity.ResourceQuantity;
import io.trainyard.foundation.regex.LinearPattern;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Who holds what a ResourceQuota of a namespace limits. Pure. */
final class NamespaceQuota {
    private static final String JOB_SET = "jobset.sigs.k8s.io/jobset-name";
    private static final LinearPattern EXCEEDED =
            LinearPattern.of("exceeded quota: [^,\\s]+, requested: (\\S+), used: ");

    private static final LinearPattern REQUESTED = LinearPattern.of("(?s)^(?:requests\\.|limits\\.)?([^=]*).*");

    private NamespaceQuota() {}

    /** The resources whose quota was exceeded last, such as {@code nvidia.com/gpu}; {@code pods} for the number of pods. Empty when none was. */
    static List<String> exceeded(List<EventView> events) {
        return events.stream()
                .map(event -> EXCEEDED.matcher(event.message()))
                .filter(Matcher::find)
                .reduce((earlier, later) -> later)
                .map(found -> Stream.of(found.group(1).split(","))
                        .map(part -> REQUESTED.matcher(part.strip()).replaceFirst("$1"))
                        .toList())
                .orElse(List.of());
    }

    /**
     * Those who hold most first: TrainJobs, and pods of nobody's job.
     *
     * @param pods of the namespace
     * @param resources what they are asked about
     */
    static List<QuotaHolder> holders(Collection<Pod> pods, List<String> resources) {
        Map<QuotaHolder, ResourceAmounts> sums = new LinkedHashMap<>();
        pods.stream().filter(NamespaceQuota::counts).forEach(pod -> {
            Map<String, Quantity> held = held(pod, resources);
            if (!held.isEmpty()) {
                sums.computeIfAbsent(holder(pod), ignored -> new ResourceAmounts())
                        .add(held, 1);
            }
        });
        return sums.entrySet().stream()
                .map(sum -> new QuotaHolder(
                        sum.getKey().kind(),
                        sum.getKey().namespace(),
                        sum.getKey().name(),
                        KueueQuota.texts(sum.getValue()),
                        Optional.empty()))
                .sorted(Comparator.comparing((QuotaHolder holder) -> amount(holder, resources.get(0)))
                        .reversed()
                        .thenComparing(QuotaHolder::name))
                .toList();
    }

    private static BigDecimal amount(QuotaHolder holder, String resource) {
        return ResourceQuantity.parse(holder.amounts().getOrDefault(resource, "0"))
                .value();
    }

    /** What has ended holds nothing. */
    private static boolean counts(Pod pod) {
        String phase = pod.getStatus() == null
                ? ""
                : Objects.requireNonNullElse(pod.getStatus().getPhase(), "");
        return !phase.equals("Succeeded") && !phase.equals("Failed");
    }

    private static QuotaHolder holder(Pod pod) {
        Map<String, String> labels =
                Objects.requireNonNullElse(pod.getMetadata().getLabels(), Map.of());
        Optional<String> job = Optional.ofNullable(labels.get(JOB_SET));
        return new QuotaHolder(
                job.isPresent() ? "TrainJob" : "Pod",
                pod.getMetadata().getNamespace(),
                job.orElse(pod.getMetadata().getName()),
                Map.of(),
                Optional.empty());
    }

    /** What the pod counts for: init containers and overhead, too. */
    private static Map<String, Quantity> held(Pod pod, List<String> resources) {
        Map<String, Quantity> held = new TreeMap<>();
        if (pod.getSpec() != null) {
            held.putAll(PodRequests.of(TreeConversion.toTree(pod.getSpec()), PodDefaults.NONE));
            held.keySet().retainAll(resources);
        }
        if (resources.contains("pods")) {
            held.put("pods", new Quantity("1"));
        }
        return held;
    }
}
