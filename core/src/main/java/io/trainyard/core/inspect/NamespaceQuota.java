package io.trainyard.core.inspect;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.trainyard.core.gang.ResourceAmounts;
import io.trainyard.core.view.EventView;
import io.trainyard.core.view.QuotaHolder;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Who holds what a ResourceQuota of a namespace limits. Pure. */
final class NamespaceQuota {
    private static final String JOB_SET = "jobset.sigs.k8s.io/jobset-name";
    private static final Pattern EXCEEDED = Pattern.compile("exceeded quota: [^,\\s]+, requested: (.+?), used: ");

    private NamespaceQuota() {}

    /** The resources whose quota was exceeded last, such as {@code nvidia.com/gpu}; {@code pods} for the number of pods. Empty when none was. */
    static List<String> exceeded(List<EventView> events) {
        return events.stream()
                .map(event -> EXCEEDED.matcher(event.message()))
                .filter(Matcher::find)
                .reduce((earlier, later) -> later)
                .map(found -> Stream.of(found.group(1).split(","))
                        .map(part -> part.strip().replaceFirst("=.*", "").replaceFirst("^(requests|limits)\\.", ""))
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

    private static double amount(QuotaHolder holder, String resource) {
        String text = holder.amounts().getOrDefault(resource, "0");
        return Quantity.parse(text).getNumericalAmount().doubleValue();
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

    private static Map<String, Quantity> held(Pod pod, List<String> resources) {
        ResourceAmounts sum = new ResourceAmounts();
        if (pod.getSpec() != null) {
            pod.getSpec().getContainers().forEach(container -> {
                if (container.getResources() != null) {
                    Map<String, Quantity> amounts = new TreeMap<>();
                    Optional.ofNullable(container.getResources().getLimits()).ifPresent(amounts::putAll);
                    Optional.ofNullable(container.getResources().getRequests()).ifPresent(amounts::putAll);
                    amounts.keySet().retainAll(resources);
                    sum.add(amounts, 1);
                }
            });
        }
        Map<String, Quantity> held = new TreeMap<>(sum.toQuantities());
        if (resources.contains("pods")) {
            held.put("pods", new Quantity("1"));
        }
        return held;
    }
}
