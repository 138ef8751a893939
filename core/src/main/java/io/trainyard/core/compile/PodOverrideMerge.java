package io.trainyard.core.compile;

import io.trainyard.foundation.patch.PatchException;
import io.trainyard.foundation.patch.StrategicMerge;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.overrides.ContainerOverride;
import io.trainyard.spi.overrides.PodOverride;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Merges one override or patch into a replicated job. Pure. */
final class PodOverrideMerge {
    private static final List<String> EMBEDDED_METADATA = List.of("labels", "annotations");
    private static final Set<String> RESERVED_CONTAINERS =
            Set.of(TrainerApi.NODE, TrainerApi.ANCESTOR_DATASET_INITIALIZER, TrainerApi.ANCESTOR_MODEL_INITIALIZER);

    private final PodOverride override;
    private final Set<String> reservedContainers;

    /**
     * A merge of one entry.
     *
     * @param trainerContainer the container that trains, if this is the job that does
     */
    PodOverrideMerge(PodOverride override, @Nullable String trainerContainer) {
        this.override = override;
        this.reservedContainers = new LinkedHashSet<>(RESERVED_CONTAINERS);
        if (trainerContainer != null) {
            reservedContainers.add(trainerContainer);
        }
    }

    /**
     * The replicated job with the entry in it.
     *
     * @throws InvalidTrainJobException when it cannot be merged; names the field
     */
    Map<String, Object> into(Map<String, Object> replicatedJob) {
        Map<String, Object> changed = replicatedJob;
        Map<String, Object> jobMetadata = metadata(override.jobMetadata());
        if (!jobMetadata.isEmpty()) {
            changed = Tree.update(changed, present -> overlaid(present, jobMetadata), "template", "metadata");
        }
        Map<String, Object> podMetadata = metadata(override.podMetadata());
        if (!podMetadata.isEmpty()) {
            changed = Tree.update(
                    changed, present -> overlaid(present, podMetadata), "template", "spec", "template", "metadata");
        }
        Map<String, Object> podSpec = PatchContent.of(override.podSpec().tree());
        return podSpec.isEmpty()
                ? changed
                : Tree.update(changed, present -> podSpec(present, podSpec), "template", "spec", "template", "spec");
    }

    /** Labels and annotations; other metadata has no effect. */
    static Map<String, Object> metadata(PodOverride.Part part) {
        Map<String, Object> metadata = new LinkedHashMap<>(PatchContent.of(part.tree()));
        metadata.keySet().retainAll(EMBEDDED_METADATA);
        return metadata;
    }

    /** Metadata with the labels and annotations of a patch over its own. */
    static Map<String, Object> overlaid(Map<String, Object> metadata, Map<String, Object> patch) {
        return StrategicMerge.apply(MergeTable.POD_TEMPLATE.property("metadata").orElseThrow(), metadata, patch);
    }

    private Map<String, Object> podSpec(Map<String, Object> present, Map<String, Object> patch) {
        Map<String, Object> change = withTolerations(present, routed(present, patch));
        Map<String, Object> merged;
        try {
            merged = StrategicMerge.apply(
                    MergeTable.POD_TEMPLATE.property("spec").orElseThrow(),
                    Alternatives.withoutReplaced(present, change),
                    change);
        } catch (PatchException malformed) {
            throw new InvalidTrainJobException(override.podSpec().path() + ": " + malformed.getMessage());
        }
        for (ContainerOverride.Kind kind : ContainerOverride.Kind.values()) {
            merged = withOrder(merged, present, kind.field());
        }
        return Tree.updateEach(
                merged,
                "containers",
                container -> reservedContainers.contains(String.valueOf(container.get("name")))
                        ? withOrder(container, find(present, container), "env")
                        : container);
    }

    /** A container is found in whichever list it is: sidecars moved from one to the other over the years. */
    private static Map<String, Object> routed(Map<String, Object> present, Map<String, Object> patch) {
        Map<String, Object> routed = new LinkedHashMap<>(patch);
        Map<String, List<Object>> byList = new LinkedHashMap<>();
        for (ContainerOverride.Kind kind : ContainerOverride.Kind.values()) {
            routed.remove(kind.field());
            for (Map<String, Object> container : Tree.objects(patch, kind.field())) {
                byList.computeIfAbsent(listOf(present, container, kind), list -> new ArrayList<>())
                        .add(container);
            }
        }
        routed.putAll(byList);
        return routed;
    }

    private static String listOf(
            Map<String, Object> present, Map<String, Object> container, ContainerOverride.Kind written) {
        if (names(present, written.field()).contains(String.valueOf(container.get("name")))) {
            return written.field();
        }
        return written == ContainerOverride.Kind.CONTAINER
                ? ContainerOverride.Kind.INIT_CONTAINER.field()
                : ContainerOverride.Kind.CONTAINER.field();
    }

    /** Kueue sends only the tolerations of its flavor, so they are added to the inherited ones. */
    private Map<String, Object> withTolerations(Map<String, Object> present, Map<String, Object> patch) {
        if (!override.fromKueue() || !patch.containsKey("tolerations")) {
            return patch;
        }
        Set<Object> both = new LinkedHashSet<>(Tree.list(present, "tolerations"));
        both.addAll(Tree.list(patch, "tolerations"));
        return Tree.with(patch, "tolerations", new ArrayList<>(both));
    }

    /** The items of a list in the order that they had, new ones after them. */
    private static Map<String, Object> withOrder(Map<String, Object> merged, Map<String, Object> present, String list) {
        List<String> names = names(present, list);
        List<Object> items = new ArrayList<>(Tree.objects(merged, list));
        if (items.size() < 2) {
            return merged;
        }
        items.sort(Comparator.comparingInt(item -> {
            int place = names.indexOf(String.valueOf(Tree.at(item, "name")));
            return place < 0 ? Integer.MAX_VALUE : place;
        }));
        return Tree.with(merged, list, items);
    }

    private static Map<String, Object> find(Map<String, Object> podSpec, Map<String, Object> container) {
        return Tree.objects(podSpec, "containers").stream()
                .filter(candidate -> String.valueOf(container.get("name")).equals(candidate.get("name")))
                .findFirst()
                .orElse(Map.of());
    }

    private static List<String> names(Map<String, Object> owner, String list) {
        return Tree.objects(owner, list).stream()
                .map(item -> String.valueOf(item.get("name")))
                .toList();
    }
}
