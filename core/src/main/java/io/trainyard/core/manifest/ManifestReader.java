package io.trainyard.core.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.NearestName;
import io.trainyard.foundation.name.DnsName;
import io.trainyard.foundation.schema.StructuralSchema;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.ChartTemplate;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sorts the documents of files into TrainJobs, runtimes and others, in any order. Lists such as {@code kubectl get -o yaml} prints are taken
 * apart. Older names of our API are rewritten, with a note. What is wrong with one object does not keep the others from being read.
 */
public final class ManifestReader {
    /** Version that is served besides the current one, with the same fields. */
    private static final String OLD_VERSION = "v2alpha1";

    private static final String OLD_JOB =
            "%s is a job of Kubeflow's v1 operators and is not read; a TrainJob with a runtime takes its place";

    private static final FieldPath API_VERSION = FieldPath.ROOT.field("apiVersion");
    private static final FieldPath KIND = FieldPath.ROOT.field("kind");
    private static final FieldPath METADATA = FieldPath.ROOT.field("metadata");
    private static final List<FieldPath> NAMES = List.of(
            METADATA.field("name"),
            METADATA.field("generateName"),
            METADATA.field("namespace"),
            FieldPath.ROOT.field("spec").field("runtimeRef").field("name"));

    private final String defaultNamespace;
    private final Function<String, Optional<StructuralSchema>> schemas;
    private final MisplacedField misplaced;
    private final List<Document> documents = new ArrayList<>();
    private final List<Manifest<TrainJob>> trainJobs = new ArrayList<>();
    private final List<Manifest<RuntimeResource>> runtimes = new ArrayList<>();
    private final List<Manifest<Map<String, Object>>> others = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();
    private final List<Problem> notes = new ArrayList<>();
    private final StandInNames generated = new StandInNames();
    private final Map<String, Location> seen = new HashMap<>();

    private ManifestReader(String defaultNamespace, Function<String, Optional<StructuralSchema>> schemas) {
        this.defaultNamespace = defaultNamespace;
        this.schemas = schemas;
        this.misplaced = new MisplacedField(schemas);
    }

    /**
     * Reads what some files hold.
     *
     * @param sources the files; their own problems are passed on
     * @param defaultNamespace namespace of namespaced objects of ours that name none
     * @param schemas those of our kinds, by name, for what the definitions know better; empty where they are not known
     */
    public static Manifests read(
            List<Documents> sources, String defaultNamespace, Function<String, Optional<StructuralSchema>> schemas) {
        ManifestReader reader = new ManifestReader(defaultNamespace, schemas);
        for (Documents source : sources) {
            reader.problems.addAll(source.problems());
            source.documents().forEach(reader::document);
        }
        return new Manifests(
                reader.documents, reader.trainJobs, reader.runtimes, reader.others, reader.problems, reader.notes);
    }

    private void document(Document document) {
        Map<String, Object> tree = document.mapping().orElse(Map.of());
        if (Tree.text(tree, "kind").endsWith("List") && tree.get("items") instanceof List<?> items) {
            for (int i = 0; i < items.size(); i++) {
                document(document.part(items.get(i), "items[" + i + "]"));
            }
            return;
        }
        documents.add(document);
        if (document.mapping().isEmpty()) {
            problems.add(document.problem(FieldPath.ROOT, "must be a Kubernetes object with apiVersion and kind"));
            return;
        }
        @Nullable String apiVersion = text(document, tree, "apiVersion");
        @Nullable String kind = text(document, tree, "kind");
        if (apiVersion == null || kind == null) {
            return;
        }
        Optional<FieldPath> template = template(tree);
        if (template.isPresent()) {
            problems.add(document.problem(template.get(), ChartTemplate.ADVICE));
            return;
        }
        if (Tree.at(tree, "metadata", "namespace") instanceof String namespace
                && !namespace.isEmpty()
                && !DnsName.isLabel(namespace)) {
            problems.add(document.problem(
                    METADATA.field("namespace"), "cannot be \"" + namespace + "\": " + DnsName.LABEL_RULE));
            return;
        }
        Optional<TrainerKind> own = TrainerKind.of(kind);
        if (own.isPresent()) {
            own(document, tree, apiVersion, own.get());
        } else {
            other(document, tree, apiVersion, kind);
        }
    }

    /** The first of the fields that can hold no action of a chart's template, and holds one. */
    private static Optional<FieldPath> template(Map<String, Object> tree) {
        return NAMES.stream()
                .filter(path -> ChartTemplate.isIn(Tree.text(tree, path.text().split("\\."))))
                .findFirst();
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
            if (isOldJob(apiVersion, kind)) {
                notes.add(document.problem(KIND, OLD_JOB.formatted(kind)));
            }
            others.add(new Manifest<>(tree, document));
        }
    }

    /** Kubeflow's operators for single frameworks had a kind of job each. */
    private static boolean isOldJob(String apiVersion, String kind) {
        return apiVersion.startsWith(TrainerApi.GROUP_ALIAS + "/") && kind.endsWith("Job");
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
        Map<String, Object> written = new LinkedHashMap<>(tree);
        // An API server ignores the status of an object that is created.
        written.remove("status");
        written.put("apiVersion", TrainerApi.API_VERSION);
        SchemaCheck check = new SchemaCheck(document, kind, misplaced, problems::add, notes::add);
        schemas.apply(kind.text()).ifPresent(schema -> check.check(schema, written, FieldPath.ROOT));
        if (problems.size() == before) {
            convert(document, written, kind);
        } else if (kind != TrainerKind.TRAIN_JOB) {
            // Its TrainJobs find it, and are not told that it does not exist.
            convert(document, nameOf(written), kind);
        }
    }

    private static Map<String, Object> nameOf(Map<String, Object> tree) {
        return Map.of(
                "metadata",
                Map.of(
                        "name",
                        Tree.text(tree, "metadata", "name"),
                        "namespace",
                        Tree.text(tree, "metadata", "namespace")));
    }

    private void convert(Document document, Map<String, Object> tree, TrainerKind kind) {
        HasMetadata object;
        try {
            object = TreeConversion.toObject(TreeConversion.withoutNulls(tree), kind.type());
        } catch (IllegalArgumentException unexpected) {
            problems.add(document.problem(FieldPath.ROOT, "cannot be read: " + firstLine(unexpected)));
            return;
        }
        if (isEmpty(object.getMetadata().getName())) {
            if (kind != TrainerKind.TRAIN_JOB || isEmpty(object.getMetadata().getGenerateName())) {
                problems.add(document.problem(METADATA.field("name"), "required"));
                return;
            }
            String prefix = object.getMetadata().getGenerateName();
            String name = generated.standIn(prefix);
            if (!DnsName.isServiceLabel(name)) {
                problems.add(
                        document.problem(
                                METADATA.field("generateName"),
                                "cannot be \"" + prefix
                                        + "\": a TrainJob's name consists of lower case letters, digits and '-' and begins with a letter"));
                return;
            }
            object.getMetadata().setName(name);
        }
        if (!kind.isNamespaced()) {
            object.getMetadata().setNamespace(null);
        } else if (isEmpty(object.getMetadata().getNamespace())) {
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

    private static boolean isEmpty(@Nullable String text) {
        return text == null || text.isEmpty();
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
