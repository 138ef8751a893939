package io.trainyard.launcher.fuzz;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A runtime and a TrainJob as people write them, with no, one or two ordinary mistakes.
 *
 * @param seed makes the same pair again
 * @param mistakes what was made wrong; empty when nothing was
 */
record OrdinaryPair(long seed, Map<String, Object> runtime, Map<String, Object> trainJob, List<String> mistakes) {
    private static final int MAX_FEATURES = 6;
    private static final int RARELY = 20;

    /** What a TrainJob may change of pods and containers. */
    private static final Set<String> PATCHABLE = Set.of(
            "pod.serviceAccountName",
            "pod.nodeSelector",
            "pod.affinity",
            "pod.tolerations[]",
            "pod.volumes[]",
            "pod.schedulingGates",
            "pod.imagePullSecrets",
            "pod.securityContext",
            "container.env[]",
            "container.volumeMounts[]",
            "container.securityContext");

    static OrdinaryPair of(long seed, OrdinaryFiles files, Corpus corpus) {
        Choices choices = Choices.seeded(seed);
        Draft draft = choices.oneIn(4) ? shipped(corpus, choices) : written(files, choices);
        for (int features = choices.below(MAX_FEATURES); features > 0; features--) {
            draft.put(choices.of(choices.of(files.good())), choices);
        }
        List<String> mistakes = new ArrayList<>();
        for (int wrong = List.of(0, 1, 1, 1, 2).get(choices.below(5)); wrong > 0; wrong--) {
            if (choices.oneIn(3)) {
                Slip slip = new Slip(choices);
                mistakes.add(slip.in(draft.specOfEither(choices)));
            } else {
                Map<String, Object> mistake = choices.of(choices.of(
                        switch (choices.below(RARELY)) {
                            case 0 -> files.rare();
                            case 1 -> files.taken();
                            default -> files.wrong();
                        }));
                mistakes.add(Json.text(mistake));
                draft.put(mistake, choices);
            }
        }
        return new OrdinaryPair(seed, draft.runtime, draft.trainJob, List.copyOf(mistakes));
    }

    private static Draft written(OrdinaryFiles files, Choices choices) {
        return written(choices.oneIn(2) ? "TrainingRuntime" : "ClusterTrainingRuntime", choices.of(files.runtimes()));
    }

    /** A runtime of the file, counted from 0, with one variant. */
    static OrdinaryPair of(Map<String, Object> variant, OrdinaryFiles files, int runtime) {
        Draft draft = written("TrainingRuntime", files.runtimes().get(runtime));
        draft.put(variant, bound -> bound - 1);
        return new OrdinaryPair(0, draft.runtime, draft.trainJob, List.of(Json.text(variant)));
    }

    private static Draft written(String kind, Map<String, Object> spec) {
        return new Draft(
                Tree.of(
                        "apiVersion",
                        "trainer.kubeflow.org/v1alpha1",
                        "kind",
                        kind,
                        "metadata",
                        Tree.of("name", "ordinary"),
                        "spec",
                        Tree.copy(spec)),
                Tree.of(
                        "apiVersion",
                        "trainer.kubeflow.org/v1alpha1",
                        "kind",
                        "TrainJob",
                        "metadata",
                        Tree.of("name", "ordinary"),
                        "spec",
                        Tree.of("runtimeRef", Tree.of("name", "ordinary", "kind", kind))));
    }

    private static Draft shipped(Corpus corpus, Choices choices) {
        Corpus.Pair pair = choices.of(corpus.pairs());
        return new Draft(Tree.copy(pair.runtime()), Tree.copy(pair.trainJob()));
    }

    @Override
    public String toString() {
        return "seed " + seed + ", mistakes " + mistakes + "\n" + Json.text(runtime) + "\n---\n" + Json.text(trainJob);
    }

    /** A pair that is being written. */
    private static final class Draft {
        private final Map<String, Object> runtime;
        private final Map<String, Object> trainJob;

        Draft(Map<String, Object> runtime, Map<String, Object> trainJob) {
            this.runtime = runtime;
            this.trainJob = trainJob;
        }

        Map<String, Object> specOfEither(Choices choices) {
            return choices.oneIn(3) ? Tree.ensure(trainJob, "spec") : Tree.ensure(runtime, "spec");
        }

        /** Puts a variant in: into one of the replicated jobs, or into a patch of the TrainJob where that may change all of it. */
        void put(Map<String, Object> variant, Choices choices) {
            List<Map<String, Object>> jobs = Tree.objects(runtime, "spec", "template", "spec", "replicatedJobs");
            Map<String, Object> job = jobs.isEmpty()
                    ? new LinkedHashMap<>()
                    : jobs.get(choices.oneIn(4) ? choices.below(jobs.size()) : jobs.size() - 1);
            if (PATCHABLE.containsAll(variant.keySet()) && choices.oneIn(4)) {
                patch(variant, job, choices.oneIn(3));
            } else {
                Tree.copy(variant).forEach((path, value) -> put(path, value, job));
            }
        }

        private void put(String path, Object value, Map<String, Object> job) {
            int dot = path.indexOf('.');
            Map<String, Object> place =
                    switch (path.substring(0, dot)) {
                        case "runtime" -> Tree.ensure(runtime, "spec");
                        case "runtimeMetadata" -> Tree.ensure(runtime, "metadata");
                        case "jobSet" -> Tree.ensure(runtime, "spec", "template", "spec");
                        case "replicated" -> job;
                        case "jobMetadata" -> Tree.ensure(job, "template", "metadata");
                        case "job" -> Tree.ensure(job, "template", "spec");
                        case "podMetadata" -> Tree.ensure(job, "template", "spec", "template", "metadata");
                        case "pod" -> Tree.ensure(job, "template", "spec", "template", "spec");
                        case "container" -> container(job);
                        case "trainJob" -> Tree.ensure(trainJob, "spec");
                        case "trainJobMetadata" -> Tree.ensure(trainJob, "metadata");
                        case "trainer" -> Tree.ensure(trainJob, "spec", "trainer");
                        default -> throw new IllegalArgumentException(path);
                    };
            set(place, path.substring(dot + 1), value);
        }

        private static Map<String, Object> container(Map<String, Object> job) {
            List<Map<String, Object>> containers =
                    Tree.objects(job, "template", "spec", "template", "spec", "containers");
            return containers.isEmpty() ? new LinkedHashMap<>() : containers.get(0);
        }

        private void patch(Map<String, Object> variant, Map<String, Object> job, boolean asOverride) {
            Map<String, Object> pod = new LinkedHashMap<>();
            Map<String, Object> container = Tree.of("name", container(job).getOrDefault("name", "node"));
            Tree.copy(variant)
                    .forEach((path, value) -> set(
                            path.startsWith("pod.") ? pod : container, path.substring(path.indexOf('.') + 1), value));
            if (container.size() > 1) {
                pod.put("containers", new ArrayList<>(List.of(container)));
            }
            if (asOverride) {
                set(
                        Tree.ensure(trainJob, "spec"),
                        "podTemplateOverrides[]",
                        Tree.of(
                                "targetJobs",
                                new ArrayList<>(List.of(Tree.of("name", job.getOrDefault("name", "node")))),
                                "spec",
                                pod));
                return;
            }
            Map<String, Object> template = Tree.of("spec", Tree.of("template", Tree.of("spec", pod)));
            Map<String, Object> jobSet = Tree.of(
                    "replicatedJobs",
                    new ArrayList<>(List.of(Tree.of("name", job.getOrDefault("name", "node"), "template", template))));
            set(
                    Tree.ensure(trainJob, "spec"),
                    "runtimePatches[]",
                    Tree.of(
                            "manager",
                            "example.com/team-"
                                    + Tree.list(trainJob, "spec", "runtimePatches")
                                            .size(),
                            "trainingRuntimeSpec",
                            Tree.of("template", Tree.of("spec", jobSet))));
        }

        private static void set(Map<String, Object> place, String field, Object value) {
            if (value == null) {
                place.remove(field);
            } else if (field.endsWith("[]")) {
                String list = field.substring(0, field.length() - 2);
                List<Object> items = new ArrayList<>(Tree.list(place, list));
                items.add(value);
                place.put(list, items);
            } else if (value instanceof Map<?, ?> more && place.get(field) instanceof Map<?, ?> there) {
                Map<String, Object> merged = Tree.object(there);
                Tree.object(more).forEach((name, inner) -> set(merged, name, inner));
            } else {
                place.put(field, value);
            }
        }
    }
}
