package io.trainyard.launcher.cli.render;

import io.trainyard.core.manifest.Manifest;
import io.trainyard.core.manifest.ManifestReader;
import io.trainyard.core.manifest.Manifests;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.ChartTemplate;
import io.trainyard.foundation.yaml.Document;
import io.trainyard.foundation.yaml.Documents;
import io.trainyard.foundation.yaml.Location;
import io.trainyard.foundation.yaml.Problem;
import io.trainyard.launcher.cli.input.RuntimeCatalogue;
import io.trainyard.launcher.cli.input.RuntimeChoice;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.local.validation.DefinedSchemas;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Says of each document of some files whether it renders. */
final class RenderCheck {
    private static final String PATCH = "a patch of kustomize, not an object; check what 'kubectl kustomize' makes";
    private static final Comparator<Location> IN_A_FILE =
            Comparator.comparingInt(Location::line).thenComparingInt(Location::column);

    private final List<Entry> entries = new ArrayList<>();
    private final Manifests all;
    private final RuntimeChoice runtimes;

    RenderCheck(List<Documents> files, String namespace, RuntimeCatalogue catalogue) {
        List<Manifests> read = new ArrayList<>();
        Set<Path> patches = patches(files);
        for (Documents file : files) {
            if (file.documents().stream()
                    .anyMatch(document ->
                            patches.contains(Path.of(document.source()).normalize()))) {
                Entry patch = new Entry(file.documents().get(0).locate(""), Map.of());
                patch.skipped = PATCH;
                entries.add(patch);
            } else {
                Manifests manifests = ManifestReader.read(List.of(file), namespace, DefinedSchemas::of);
                read.add(manifests);
                entries.addAll(entries(manifests));
            }
        }
        this.all = Manifests.of(read);
        this.runtimes = new RuntimeChoice(all.runtimes(), catalogue);
    }

    /** A document, or a place in a file where none could be read, and what was found there. */
    private static final class Entry {
        private final Location place;
        private final @Nullable Map<String, Object> tree;
        private final List<String> problems = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();
        private @Nullable Manifest<RuntimeResource> runtime;
        private @Nullable Manifest<TrainJob> job;
        private @Nullable String skipped;

        private Entry(Location place, @Nullable Map<String, Object> tree) {
            this.place = place;
            this.tree = tree;
        }
    }

    /**
     * What is said of one document.
     *
     * @param isRefused whether a cluster would not take it
     */
    record Line(Location place, String said, boolean isRefused) {
        String text() {
            return place + ": " + said;
        }
    }

    /** The files with which a kustomization among them changes objects. */
    private static Set<Path> patches(List<Documents> files) {
        Set<Path> patches = new HashSet<>();
        files.stream().flatMap(file -> file.documents().stream()).forEach(document -> {
            Path file = Path.of(document.source());
            if (file.endsWith("kustomization.yaml") || file.endsWith("kustomization.yml")) {
                Map<String, Object> tree = document.mapping().orElse(Map.of());
                Stream.of(Tree.list(tree, "patches"), Tree.list(tree, "patchesStrategicMerge"))
                        .flatMap(List::stream)
                        .map(patch -> patch instanceof Map ? Tree.text(Tree.object(patch), "path") : patch)
                        .forEach(path -> patches.add(
                                file.resolveSibling(String.valueOf(path)).normalize()));
            }
        });
        return patches;
    }

    private static Collection<Entry> entries(Manifests file) {
        NavigableMap<Location, Entry> entries = new TreeMap<>(IN_A_FILE);
        for (Document document : file.documents()) {
            Location place = document.locate("");
            entries.put(place, new Entry(place, document.mapping().orElse(Map.of())));
        }
        file.problems().forEach(problem -> entry(entries, problem).problems.add(withoutLocation(problem)));
        file.notes().forEach(note -> entry(entries, note).notes.add(withoutLocation(note)));
        file.runtimes().forEach(each -> at(entries, each.document().locate("")).runtime = each);
        file.trainJobs().forEach(each -> at(entries, each.document().locate("")).job = each);
        return entries.values();
    }

    /** That of the document in which a field stands. What is about no field may be about what follows a document. */
    private static Entry entry(NavigableMap<Location, Entry> entries, Problem problem) {
        Location place = problem.location();
        Map.@Nullable Entry<Location, Entry> before = entries.floorEntry(place);
        return before != null && !problem.path().isEmpty() ? before.getValue() : at(entries, place);
    }

    private static Entry at(Map<Location, Entry> entries, Location place) {
        return entries.computeIfAbsent(place, unused -> new Entry(place, null));
    }

    private static String withoutLocation(Problem problem) {
        return (problem.path().isEmpty() ? "" : problem.path() + ": ") + problem.message();
    }

    /** Objects of other kinds. */
    List<Manifest<Map<String, Object>>> others() {
        return all.others();
    }

    /** All lines, in the order of the files. */
    List<Line> lines(Renderer renderer) {
        // Runtimes first: what is wrong with one is told there alone.
        Set<RuntimeResource> refused = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Entry entry : entries) {
            Manifest<RuntimeResource> runtime = entry.runtime;
            if (runtime != null) {
                add(entry, entry.problems.isEmpty() ? renderer.check(runtime) : Validation.OK);
                if (!entry.problems.isEmpty()) {
                    refused.add(runtime.object());
                }
            }
        }
        return entries.stream().map(entry -> line(entry, renderer, refused)).toList();
    }

    private Line line(Entry entry, Renderer renderer, Set<RuntimeResource> refused) {
        String name = name(entry);
        String start = name.isEmpty() ? "" : name + ": ";
        Optional<String> skipped = skipped(entry);
        if (skipped.isPresent()) {
            return new Line(entry.place, start + "skipped: " + skipped.get(), false);
        }
        Manifest<TrainJob> job = entry.job;
        if (job != null && entry.problems.isEmpty()) {
            judge(entry, job, renderer, refused);
        }
        String warnings = entry.notes.isEmpty() ? "" : ", with warnings: " + String.join("; ", entry.notes);
        boolean isRefused = !entry.problems.isEmpty();
        String said = isRefused ? "refused: " + String.join("; ", entry.problems) : "renders";
        return new Line(entry.place, start + said + warnings, isRefused);
    }

    private static Optional<String> skipped(Entry entry) {
        Map<String, Object> tree = entry.tree;
        if (entry.skipped != null) {
            return Optional.of(entry.skipped);
        }
        if (tree != null && !isOurs(tree) && !(tree.containsKey("apiVersion") && tree.containsKey("kind"))) {
            return Optional.of("no Kubernetes object");
        }
        if (entry.problems.isEmpty()) {
            return entry.runtime == null && entry.job == null
                    ? Optional.of(entry.notes.stream().findFirst().orElse("not a kind of Trainyard"))
                    : Optional.empty();
        }
        return Optional.of(ChartTemplate.ADVICE)
                .filter(advice -> entry.problems.stream().allMatch(problem -> problem.endsWith(advice)));
    }

    private static boolean isOurs(Map<String, Object> tree) {
        return Tree.text(tree, "apiVersion").startsWith(TrainerApi.GROUP + "/")
                || Set.of(TrainerApi.TRAIN_JOB, TrainerApi.TRAINING_RUNTIME, TrainerApi.CLUSTER_TRAINING_RUNTIME)
                        .contains(Tree.text(tree, "kind"));
    }

    private void judge(Entry entry, Manifest<TrainJob> job, Renderer renderer, Set<RuntimeResource> refused) {
        Optional<RuntimeResource> runtime;
        try {
            runtime = runtimes.find(job);
            if (runtime.isEmpty()) {
                entry.problems.add(runtimes.explain(job).toString());
                return;
            }
        } catch (CommandException brokenCatalogue) {
            entry.problems.addAll(brokenCatalogue.lines());
            return;
        }
        if (refused.contains(runtime.get())) {
            entry.problems.add("spec.runtimeRef: Forbidden: the runtime is refused");
        } else {
            add(entry, renderer.render(job, runtime.get()).findings());
        }
    }

    private static void add(Entry entry, Validation found) {
        found.errors().forEach(error -> entry.problems.add(error.toString()));
        entry.notes.addAll(found.warnings());
    }

    private static String name(Entry entry) {
        Manifest<?> manifest = entry.runtime == null ? entry.job : entry.runtime;
        Map<String, Object> tree = entry.tree == null ? Map.of() : entry.tree;
        return manifest != null
                ? manifest.object().toString()
                : (Tree.text(tree, "kind") + " " + Tree.text(tree, "metadata", "name")).strip();
    }
}
