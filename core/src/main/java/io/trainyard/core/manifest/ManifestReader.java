package io.trainyard.core.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.NearestName;
import io.trainyard.foundation.name.DnsName;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Document;
import io.trainyard.foundation.yaml.Documents;
import io.trainyard.foundation.yaml.Location;
import io.trainyard.foundation.yaml.Problem;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sorts the documents of files into TrainJobs, runtimes and others, in any order. Lists such as {@code kubectl get -o yaml} prints are taken
 * apart. Older names of our API are rewritten, with a note. What is wrong with one object does not keep the others from being read.
 */
public final class ManifestReader {
    /** Version that is served besides the current one, with the same fields. */
    private static final String OLD_VERSION = "v2alpha1";

    private static final FieldPath API_VERSION = FieldPath.ROOT.field("apiVersion");
    private static final FieldPath KIND = FieldPath.ROOT.field("kind");
    private static final FieldPath METADATA = FieldPath.ROOT.field("metadata");

    private final String defaultNamespace;
    private final List<Manifest<TrainJob>> trainJobs = new ArrayList<>();
    private final List<Manifest<RuntimeResource>> runtimes = new ArrayList<>();
    private final List<Manifest<Map<String, Object>>> others = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();
    private final List<Problem> notes = new ArrayList<>();
    private final Map<String, Location> seen = new HashMap<>();

    private ManifestReader(String defaultNamespace) {
        this.defaultNamespace = defaultNamespace;
    }

    /**
     * Reads what some files hold.
     *
     * @param sources the files; their own problems are passed on
     * @param defaultNamespace namespace of namespaced objects of ours that name none
     */
    public static Manifests read(List<Documents> sources, String defaultNamespace) {
        ManifestReader reader = new ManifestReader(defaultNamespace);
        for (Documents source : sources) {
            reader.problems.addAll(source.problems());
            source.documents().forEach(reader::document);
        }
        return new Manifests(reader.trainJobs, reader.runtimes, reader.others, reader.problems, reader.notes);
    }

    private void document(Document document) {
        Optional<Map<String, Object>> tree = document.mapping();
        if (tree.isEmpty()) {
            problems.add(document.problem(FieldPath.ROOT, "must be a Kubernetes object with apiVersion and kind"));
            return;
        }
        @Nullable String apiVersion = text(document, tree.get(), "apiVersion");
        @Nullable String kind = text(document, tree.get(), "kind");
        if (apiVersion == null || kind == null) {
            return;
        }
        if (kind.endsWith("List") && tree.get().get("items") instanceof List<?> items) {
            for (int i = 0; i < items.size(); i++) {
                document(document.part(items.get(i), "items[" + i + "]"));
            }
            return;
        }
        if (Tree.at(tree.get(), "metadata", "namespace") instanceof String namespace
                && !namespace.isEmpty()
                && !DnsName.isLabel(namespace)) {
            problems.add(document.problem(
                    METADATA.field("namespace"), "cannot be \"" + namespace + "\": " + DnsName.LABEL_RULE));
            return;
        }
        Optional<TrainerKind> own = TrainerKind.of(kind);
        if (own.isPresent()) {
            own(document, tree.get(), apiVersion, own.get());
        } else {
            other(document, tree.get(), apiVersion, kind);
        }
    }

    private @Nullable String text(Document document, Map<String, Object> tree, String field) {
        if (tree.get(field) instanceof String text && !text.isEmpty()) {
            return text;
        }
        problems.add(document.problem(FieldPath.ROOT.field(field), "required, as text"));
        return null;
    }

    private void other(Document document, Map<String, Object> tree, String apiVersion, String kind) {
        boolean ourGroup = apiVersion.startsWith(TrainerApi.GROUP + "/");
        Optional<String> meant = NearestName.of(kind, TrainerKind.names());
        if (ourGroup && meant.isPresent()) {
            problems.add(document.problem(KIND, "no such kind: " + kind + "; did you mean \"" + meant.get() + "\"?"));
        } else {
            others.add(new Manifest<>(tree, document));
        }
    }

    private void own(Document document, Map<String, Object> tree, String apiVersion, TrainerKind kind) {
        if (!apiVersion.equals(TrainerApi.API_VERSION)) {
            if (!apiVersion.equals(TrainerApi.GROUP + "/" + OLD_VERSION)
                    && !apiVersion.equals(TrainerApi.GROUP_ALIAS + "/" + OLD_VERSION)) {
                problems.add(document.problem(
                        API_VERSION,
                        "must be " + TrainerApi.API_VERSION + " for a " + kind.text() + ", not " + apiVersion));
                return;
            }
            notes.add(
                    document.problem(API_VERSION, apiVersion + " is an older name, read as " + TrainerApi.API_VERSION));
        }
        int before = problems.size();
        new ShapeCheck(document, problems::add, problems::add).object(tree, kind.fields(), true, FieldPath.ROOT);
        TemplateCheck templates = new TemplateCheck(document, notes::add, problems::add);
        if (kind == TrainerKind.TRAIN_JOB) {
            templates.trainJob(tree);
        } else {
            templates.runtime(tree);
        }
        if (problems.size() == before) {
            convert(document, tree, kind);
        }
    }

    private void convert(Document document, Map<String, Object> tree, TrainerKind kind) {
        Map<String, Object> current = new LinkedHashMap<>(TreeConversion.withoutNulls(tree));
        current.put("apiVersion", TrainerApi.API_VERSION);
        HasMetadata object;
        try {
            object = TreeConversion.toObject(current, kind.type());
        } catch (IllegalArgumentException unexpected) {
            problems.add(document.problem(FieldPath.ROOT, "cannot be read: " + firstLine(unexpected)));
            return;
        }
        @Nullable String name = object.getMetadata().getName();
        if (name == null || name.isEmpty()) {
            problems.add(document.problem(METADATA.field("name"), "required"));
            return;
        }
        if (!kind.isNamespaced()) {
            object.getMetadata().setNamespace(null);
        } else if (object.getMetadata().getNamespace() == null) {
            object.getMetadata().setNamespace(defaultNamespace);
        }
        if (isFirst(document, object)) {
            if (object instanceof TrainJob trainJob) {
                trainJobs.add(new Manifest<>(trainJob, document));
            } else {
                runtimes.add(new Manifest<>((RuntimeResource) object, document));
            }
        }
    }

    private boolean isFirst(Document document, HasMetadata object) {
        Location here = document.locate("metadata.name");
        @Nullable Location first = seen.putIfAbsent(object.toString(), here);
        if (first != null) {
            problems.add(document.problem(METADATA.field("name"), object + " is given twice; first at " + first));
        }
        return first == null;
    }

    private static String firstLine(IllegalArgumentException failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }
}
