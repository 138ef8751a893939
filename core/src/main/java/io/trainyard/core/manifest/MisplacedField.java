package io.trainyard.core.manifest;

import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.NearestName;
import io.trainyard.foundation.schema.SchemaPlaces;
import io.trainyard.foundation.schema.StructuralSchema;
import io.trainyard.spi.model.TrainerApi;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** Says where a field belongs that its object does not have. */
final class MisplacedField {
    /** Fields below these are not suggested: their names exist in other places, too. */
    private static final Set<String> CLOSED =
            Set.of("podSpecOverrides", "initContainers", "ephemeralContainers", "volumes");

    private static final int MAX_PLACES = 2;

    /**
     * What pages, drafts and other projects call a field, and what it is called here. If the object has the new name, that field is suggested; else
     * the one path that ends with it.
     */
    private static final Map<String, String> OTHER_NAMES = Map.ofEntries(
            Map.entry("trainingRuntimeRef", "runtimeRef"),
            Map.entry("runtime", "runtimeRef"),
            Map.entry("datasetConfig", "initializer.dataset"),
            Map.entry("modelConfig", "initializer.model"),
            Map.entry("trainerConfig", "trainer"),
            Map.entry("targetReplicatedJob", "targetJobs"),
            Map.entry("targetReplicatedJobs", "targetJobs"),
            Map.entry("podTemplateSpec", "spec"),
            Map.entry("podGroupSpec", "podGroupPolicy"),
            Map.entry("mlSpec", "mlPolicy"),
            Map.entry("resources", "resourcesPerNode"),
            Map.entry("replicas", "numNodes"),
            Map.entry("parallelism", "numNodes"),
            Map.entry("numWorkers", "numNodes"),
            Map.entry("nprocPerNode", "numProcPerNode"),
            Map.entry("slotsPerWorker", "numProcPerNode"));

    private static final Map<String, String> OF_OLD_JOBS = Map.of(
            "runPolicy",
            "its suspend and activeDeadlineSeconds are fields of a TrainJob's spec, the rest belongs to the runtime's template",
            "cleanPodPolicy",
            "there is none here",
            "schedulingPolicy",
            "the runtime's podGroupPolicy takes its place");

    private final Function<String, Optional<StructuralSchema>> schemas;
    private final Map<TrainerKind, SchemaPlaces> places = new HashMap<>();

    /**
     * @param schemas those of our kinds, by name; empty for those that are not known
     */
    MisplacedField(Function<String, Optional<StructuralSchema>> schemas) {
        this.schemas = schemas;
    }

    /**
     * A sentence to append to a message, with what stands before it; empty when nothing is known.
     *
     * @param kind of the document
     * @param object that has the field and should not
     * @param siblings the fields that it may have
     */
    String advice(TrainerKind kind, FieldPath object, String name, Collection<String> siblings) {
        Optional<String> near = NearestName.of(name, siblings);
        return ofOldJobs(name)
                .or(() -> near.filter(other -> sameButForm(name, other)).map(MisplacedField::question))
                .or(() -> otherName(kind, object, name, siblings))
                .or(() -> ofMetadata(kind, object, name))
                .or(() -> alike(siblings, other -> endsWith(other, name) || endsWith(name, other)))
                .or(() -> alike(siblings, other -> other.startsWith(name)))
                .or(() -> elsewhere(kind, object, name))
                .or(() -> near.map(MisplacedField::question))
                .or(() -> amount(siblings))
                .or(() -> source(name, siblings))
                .orElse("");
    }

    private static String question(String name) {
        return "; did you mean \"" + name + "\"?";
    }

    private static boolean sameButForm(String written, String known) {
        return written.equalsIgnoreCase(known)
                || (written + "s").equalsIgnoreCase(known)
                || (known + "s").equalsIgnoreCase(written);
    }

    /** True for {@code secretName} and {@code name}. */
    private static boolean endsWith(String longer, String shorter) {
        return longer.endsWith(shorter.substring(0, 1).toUpperCase(Locale.ROOT) + shorter.substring(1));
    }

    private static Optional<String> alike(Collection<String> siblings, Predicate<String> isAlike) {
        List<String> found = siblings.stream().filter(isAlike).toList();
        return found.isEmpty() || found.size() > MAX_PLACES
                ? Optional.empty()
                : Optional.of(question(String.join("\" or \"", found)));
    }

    private static Optional<String> ofOldJobs(String name) {
        Optional<String> instead = name.endsWith("ReplicaSpecs") || name.endsWith("ReplicaSpec")
                ? Optional.of("spec.trainer says what runs on how many nodes, and the runtime how its pods look")
                : Optional.ofNullable(OF_OLD_JOBS.get(name));
        return instead.map(words -> "; it is a field of Kubeflow's v1 jobs, such as PyTorchJob: " + words);
    }

    private Optional<String> otherName(TrainerKind kind, FieldPath object, String name, Collection<String> siblings) {
        return Optional.ofNullable(OTHER_NAMES.get(name)).flatMap(meant -> {
            int dot = meant.indexOf('.');
            if (siblings.contains(dot < 0 ? meant : meant.substring(0, dot))) {
                return Optional.of("; it is " + object.field(meant) + " here");
            }
            List<String> ending = places(kind, meant.substring(dot + 1)).stream()
                    .filter(place -> place.endsWith("." + meant))
                    .toList();
            return ending.size() == 1
                            && (kind == TrainerKind.TRAIN_JOB
                                    || places(kind, name).isEmpty())
                    ? Optional.of("; it is " + ending.get(0) + " here")
                    : Optional.empty();
        });
    }

    /** What stands beside metadata belongs there, whatever else has such a field. */
    private Optional<String> ofMetadata(TrainerKind kind, FieldPath object, String name) {
        return object.equals(FieldPath.ROOT)
                        && field(kind, "metadata")
                                .flatMap(all -> all.property(name))
                                .isPresent()
                ? Optional.of("; its place is metadata." + name)
                : Optional.empty();
    }

    private Optional<String> elsewhere(TrainerKind kind, FieldPath object, String name) {
        List<String> own = nearest(places(kind, name), object);
        if (!own.isEmpty()) {
            return Optional.of("; its place is " + String.join(" or ", own));
        }
        boolean job = kind == TrainerKind.TRAIN_JOB;
        List<String> others = nearest(
                places(job ? TrainerKind.CLUSTER_TRAINING_RUNTIME : TrainerKind.TRAIN_JOB, name), FieldPath.ROOT);
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of("; it belongs to the " + (job ? "runtime" : TrainerApi.TRAIN_JOB) + ", "
                        + String.join(" or ", others) + " there");
    }

    private List<String> places(TrainerKind kind, String name) {
        return field(kind, "spec")
                .map(spec -> places.computeIfAbsent(kind, unused -> new SchemaPlaces(spec, "spec", CLOSED))
                        .of(name))
                .orElse(List.of());
    }

    private Optional<StructuralSchema> field(TrainerKind kind, String name) {
        return schemas.apply(kind.text()).flatMap(schema -> schema.property(name));
    }

    /** Those that have most of the way in common with an object, and of these those with the fewest levels; none where these are many. */
    private static List<String> nearest(List<String> places, FieldPath object) {
        List<String> way = steps(object.text());
        Comparator<String> order = Comparator.<String>comparingInt(place -> -common(way, steps(place)))
                .thenComparingInt(place -> steps(place).size());
        Optional<String> best = places.stream().min(order);
        List<String> nearest = places.stream()
                .filter(place -> order.compare(place, best.orElse(place)) == 0)
                .map(place -> withIndexes(way, steps(place)))
                .toList();
        return nearest.size() > MAX_PLACES ? List.of() : nearest;
    }

    private static List<String> steps(String path) {
        return path.isEmpty() ? List.of() : Arrays.asList(path.split("\\."));
    }

    private static int common(List<String> way, List<String> place) {
        int same = 0;
        while (same < way.size()
                && same < place.size()
                && withoutIndex(way.get(same)).equals(withoutIndex(place.get(same)))) {
            same++;
        }
        return same;
    }

    private static String withoutIndex(String step) {
        int bracket = step.indexOf('[');
        return bracket < 0 ? step : step.substring(0, bracket);
    }

    private static String withIndexes(List<String> way, List<String> place) {
        int same = common(way, place);
        List<String> steps = new ArrayList<>(way.subList(0, same));
        steps.addAll(place.subList(same, place.size()));
        return String.join(".", steps);
    }

    private static Optional<String> amount(Collection<String> siblings) {
        return siblings.containsAll(List.of("requests", "limits"))
                ? Optional.of("; a resource belongs below requests or limits")
                : Optional.empty();
    }

    /** In Go a policy's choices lie in a struct of their own that is not seen in YAML. */
    private static Optional<String> source(String name, Collection<String> siblings) {
        return name.endsWith("PolicySource")
                ? Optional.of("; its fields stand here themselves: " + String.join(", ", siblings))
                : Optional.empty();
    }
}
