package io.trainyard.launcher.documents;

import static io.trainyard.launcher.documents.ReferencePage.code;
import static io.trainyard.launcher.documents.ReferencePage.ofJavadoc;
import static io.trainyard.launcher.documents.ReferencePage.plain;
import static io.trainyard.launcher.documents.ReferencePage.sentence;

import io.trainyard.core.config.Configuration;
import io.trainyard.core.config.ConfigurationReader;
import io.trainyard.core.config.ConfigurationResult;
import io.trainyard.core.config.FeatureGate;
import io.trainyard.core.config.GoDuration;
import io.trainyard.foundation.yaml.Document;
import io.trainyard.launcher.cli.CommandLineModel;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes the page of the configuration file. Which fields there are is what the reader asks for; what they may hold is what it says of a wrong value; defaults
 * are those of an empty file; meanings are the comments on the components of the records.
 */
final class ConfigurationReference {
    /** Where the record names a thing in another way than the file. */
    private static final Map<String, String> COMPONENTS = Map.ofEntries(
            Map.entry("leaderElection.leaderElect", "leaderElection.enabled"),
            Map.entry("metrics.auth.enabled", "metrics.authentication"),
            Map.entry("health.healthProbeBindAddress", "health.bindAddress"),
            Map.entry("certManagement.enable", "certManagement.enabled"),
            Map.entry("certManagement.serviceName", "certManagement.webhookServiceName"),
            Map.entry("certManagement.secretName", "certManagement.webhookSecretName"),
            Map.entry("clientConnection.qps", "clientConnection.perSecond"),
            Map.entry("statusServer.qps", "statusServer.requests.perSecond"),
            Map.entry("statusServer.burst", "statusServer.requests.burst"),
            Map.entry("tls.nextProtos", "tls.nextProtocols"),
            Map.entry("trainyard.dashboard.host", "trainyard.dashboard.address.host"),
            Map.entry("trainyard.dashboard.port", "trainyard.dashboard.address.port"),
            Map.entry("trainyard.dashboard.auth", "trainyard.dashboard.authentication"),
            Map.entry("trainyard.admission.maxRuntimeKiB", "trainyard.admission.sizes.runtimeKiB"),
            Map.entry("trainyard.admission.maxTrainJobKiB", "trainyard.admission.sizes.trainJobKiB"),
            Map.entry("trainyard.initializer.claim.size", "trainyard.initializerClaim.size"),
            Map.entry("trainyard.initializer.claim.accessModes", "trainyard.initializerClaim.accessModes"),
            Map.entry("trainyard.initializer.claim.storageClassName", "trainyard.initializerClaim.storageClassName"));

    /** Fields that no record holds. */
    private static final Map<String, String> WITHOUT_COMPONENT = Map.of(
            "leaderElection.resourceLock", "the kind of lock",
            "certManagement.webhookServiceName", "old name of {@code serviceName}",
            "certManagement.webhookSecretName", "old name of {@code secretName}");

    /** Where another component says what a field means. */
    private static final Map<String, String> MEANINGS = Map.of(
            "trainyard.dashboard.host", "trainyard.dashboard.address",
            "trainyard.dashboard.port", "trainyard.dashboard.address",
            "trainyard.initializer", "trainyard.initializerClaim");

    /** A value of the file below, and no default. */
    private static final String GIVEN = "trainyard.initializer.claim.size";

    /** A file with the blocks that are absent by default, for the defaults within them. */
    private static final String WITH_ALL_BLOCKS =
            """
            apiVersion: config.trainer.kubeflow.org/v1alpha1
            kind: Configuration
            leaderElection: {}
            clientConnection: {qps: 50}
            trainyard: {initializer: {claim: {size: 1Gi}}}
            """;

    private static final String GATES = "featureGates";
    private static final String MUST_BE = "must be ";
    private static final String TEXT = "text";
    private static final Pattern FIELD_OF_FLAG = Pattern.compile("Field: ([\\w.]+)\\.");

    private final JavaSources sources =
            new JavaSources(List.of(JavaSources.main("core") + "/io/trainyard/core/config"));
    private final Map<String, String> values = new LinkedHashMap<>();
    private final Map<String, String> flags = flags();

    private ConfigurationReference() throws IOException {}

    static String page() throws IOException, ReflectiveOperationException {
        ConfigurationReference reference = new ConfigurationReference();
        reference.askForFields();
        return reference.write();
    }

    /** What each field means; empty where nobody says it. */
    static Map<String, String> meanings() throws IOException, ReflectiveOperationException {
        ConfigurationReference reference = new ConfigurationReference();
        reference.askForFields();
        Map<String, String> meanings = new LinkedHashMap<>();
        reference.values.keySet().forEach(field -> meanings.put(field, reference.meaning(field)));
        return meanings;
    }

    /** A file in which every field is an object: whatever the reader asks for is remembered, and refused unless it is one. */
    private static final class Asked extends AbstractMap<String, Object> {
        private final String path;
        private final Map<String, Object> answers = new LinkedHashMap<>();
        private final Function<String, @Nullable Object> answer;

        Asked(String path, Function<String, @Nullable Object> answer) {
            this.path = path;
            this.answer = answer;
        }

        @Override
        public @Nullable Object get(Object key) {
            String field = path.isEmpty() ? key.toString() : path + "." + key;
            if (!answers.containsKey(field)) {
                Object given = answer.apply(field);
                answers.put(field, given == null ? new Asked(field, answer) : given);
            }
            return answers.get(field);
        }

        @Override
        public Set<Entry<String, Object>> entrySet() {
            return Set.of();
        }

        void leaves(List<String> found) {
            answers.forEach((field, given) -> {
                if (given instanceof Asked inner && !inner.answers.isEmpty()) {
                    inner.leaves(found);
                } else {
                    found.add(field);
                }
            });
        }
    }

    private void askForFields() throws ReflectiveOperationException {
        Asked objects = new Asked("", field -> null);
        Map<String, String> refusals = read(objects);
        List<String> fields = new ArrayList<>();
        objects.leaves(fields);
        // What stands for something else says so only of a text.
        Map<String, String> refusedTexts =
                read(new Asked("", field -> refusals.getOrDefault(field, "").startsWith("must be text") ? "?" : null));
        for (String field : fields) {
            String refusal = refusals.getOrDefault(field, "must be a map, not an object");
            if (refusal.startsWith(MUST_BE) && !field.equals("apiVersion") && !field.equals("kind")) {
                String wanted = wanted(refusal);
                values.put(
                        field,
                        wanted.equals(TEXT)
                                        && refusedTexts.getOrDefault(field, "").startsWith(MUST_BE)
                                ? wanted(refusedTexts.get(field))
                                : wanted);
            }
        }
    }

    private static String wanted(String refusal) {
        int end = refusal.lastIndexOf(", not ");
        return refusal.substring(MUST_BE.length(), end < 0 ? refusal.length() : end)
                .replaceFirst("^a duration such as.*", "duration")
                .replaceFirst("^an object with fields$", "map")
                .replaceFirst("^a (list|map|number)$", "$1")
                .replaceFirst("^a whole number greater than or equal to 0$", "0 or more")
                .replaceFirst("^a whole number ", "");
    }

    private static Map<String, String> read(Asked file) throws ReflectiveOperationException {
        Class<?> type = Class.forName(ConfigurationReader.class.getPackageName() + ".ConfigurationDiagnostics");
        Constructor<?> diagnostics = type.getDeclaredConstructor(Document.class, List.class);
        diagnostics.setAccessible(true);
        Method read = ConfigurationReader.class.getDeclaredMethod("read", type, Map.class);
        read.setAccessible(true);
        ConfigurationResult result =
                (ConfigurationResult) read.invoke(null, diagnostics.newInstance(null, List.of()), file);
        Map<String, String> refusals = new HashMap<>();
        ((ConfigurationResult.Invalid) result)
                .errors()
                .forEach(problem -> refusals.putIfAbsent(problem.path(), problem.message()));
        return refusals;
    }

    private String write() {
        ReferencePage page = new ReferencePage("Configuration file", "core/…/core/config");
        page.paragraph("The file of `trainyard controller --config FILE`, with `apiVersion: "
                + Configuration.API_VERSION + "` and `kind: " + Configuration.KIND
                + "`. The fields outside `trainyard` are those of Kubeflow Trainer. A flag wins over its field."
                + " The controller refuses a file with an unknown field or a wrong value, and names each."
                + " In the chart the file is `manager.config`.");
        Configuration defaults = ((ConfigurationResult.Valid)
                        ConfigurationReader.fromText("defaults", WITH_ALL_BLOCKS, List.of()))
                .configuration();
        values.keySet().stream()
                .map(ConfigurationReference::section)
                .distinct()
                .sorted(Comparator.comparingInt(ConfigurationReference::rank))
                .forEach(section -> {
                    begin(page, section);
                    table(
                            page,
                            values.keySet().stream()
                                    .filter(field -> section(field).equals(section) && !field.equals(GATES))
                                    .map(field -> row(field, defaults))
                                    .toList());
                });
        return page.toString();
    }

    /** Fields of Kubeflow Trainer, then those of trainyard itself, then those below it. */
    private static int rank(String section) {
        return section.startsWith("trainyard.") ? 2 : section.equals("trainyard") ? 1 : 0;
    }

    private static void table(ReferencePage page, List<List<String>> rows) {
        boolean flagged = rows.stream().anyMatch(row -> !row.get(4).isEmpty());
        page.table(
                flagged
                        ? List.of("Field", "Value", "Default", "Meaning", "Flag")
                        : List.of("Field", "Value", "Default", "Meaning"),
                rows.stream().map(row -> flagged ? row : row.subList(0, 4)).toList());
    }

    /** The first part of a path; below trainyard the first two, where the second is an object. */
    private static String section(String field) {
        String[] parts = field.split("\\.");
        if (!parts[0].equals("trainyard")) {
            return parts[0];
        }
        return parts.length > 2 ? parts[0] + "." + parts[1] : parts[0];
    }

    private void begin(ReferencePage page, String section) {
        page.heading(2, code(section));
        String meaning = meaning(section);
        if (!meaning.isEmpty()) {
            page.paragraph(sentence(ofJavadoc(meaning)));
        }
        if (section.equals(GATES)) {
            page.paragraph("Flag: " + code(flags.getOrDefault(section, ""))
                    + ". `AllAlpha` and `AllBeta` switch all of a stage.");
            page.table(
                    List.of("Gate", "Stage", "Default", "Meaning"),
                    Arrays.stream(FeatureGate.values())
                            .map(gate -> List.of(
                                    code(gate.text()),
                                    gate.stage().name().toLowerCase(Locale.ROOT),
                                    code(String.valueOf(Configuration.defaults()
                                            .featureGates()
                                            .isEnabled(gate))),
                                    sentence(ofJavadoc(sources.comment("FeatureGate." + gate.name())))))
                            .toList());
        }
    }

    private List<String> row(String field, Configuration defaults) {
        String value = values.getOrDefault(field, "");
        return List.of(
                code(field),
                plain(value),
                WITHOUT_COMPONENT.containsKey(field) || field.equals(GIVEN)
                        ? ""
                        : code(shown(value(field, defaults), value)),
                sentence(ofJavadoc(meaning(field))),
                code(flags.getOrDefault(field, "")));
    }

    private record Place(Class<?> type, String component, @Nullable Object value) {}

    /** Follows a path through the records. */
    private static Optional<Place> place(String field, @Nullable Object root) {
        Class<?> type = Configuration.class;
        @Nullable Object value = root;
        Optional<Place> place = Optional.empty();
        for (String name : COMPONENTS.getOrDefault(field, field).split("\\.")) {
            Class<?> owner = type;
            RecordComponent[] components = owner.getRecordComponents();
            Optional<RecordComponent> found = components == null
                    ? Optional.empty()
                    : Arrays.stream(components)
                            .filter(component -> component.getName().equals(name))
                            .findFirst();
            if (found.isEmpty()) {
                return Optional.empty();
            }
            value = unwrapped(get(found.get(), value));
            place = Optional.of(new Place(owner, name, value));
            type = value == null ? Void.class : value.getClass();
        }
        return place;
    }

    private static @Nullable Object get(RecordComponent component, @Nullable Object record) {
        try {
            return record == null ? null : component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable Object unwrapped(@Nullable Object value) {
        return value instanceof Optional<?> optional ? optional.orElse(null) : value;
    }

    private String meaning(String field) {
        @Nullable String only = WITHOUT_COMPONENT.get(field);
        if (only != null) {
            return only;
        }
        Configuration defaults = ((ConfigurationResult.Valid)
                        ConfigurationReader.fromText("defaults", WITH_ALL_BLOCKS, List.of()))
                .configuration();
        return place(MEANINGS.getOrDefault(field, field), defaults)
                .map(place -> sources.component(place.type().getSimpleName(), place.component()))
                .orElse("");
    }

    private static @Nullable Object value(String field, Configuration defaults) {
        return place(field, defaults).map(Place::value).orElse(null);
    }

    private static String shown(@Nullable Object value, String words) {
        if (value == null) {
            return "";
        }
        if (value instanceof Duration duration) {
            return GoDuration.format(duration);
        }
        if (value instanceof Enum<?> constant) {
            String name = constant.name().replace("_", "");
            return Arrays.stream(words.split("\\W+"))
                    .filter(word -> word.equalsIgnoreCase(name))
                    .findFirst()
                    .orElse(name);
        }
        if (value instanceof Double number) {
            return number == Math.rint(number) ? String.valueOf(number.longValue()) : number.toString();
        }
        if (value instanceof Collection<?> items) {
            return items.isEmpty() ? "" : items.toString();
        }
        if (value instanceof Map<?, ?> entries) {
            return String.join(
                    ", ",
                    entries.entrySet().stream()
                            .map(entry -> entry.getKey() + ": "
                                    + entry.getValue()
                                            .toString()
                                            .toLowerCase(Locale.ROOT)
                                            .replace('_', '.'))
                            .toList());
        }
        return value.toString();
    }

    /** The flags of the controller, by the field that they stand for. */
    private static Map<String, String> flags() {
        Map<String, String> flags = new HashMap<>();
        CommandLineModel.commands()
                .getSubcommands()
                .get("controller")
                .getCommandSpec()
                .options()
                .forEach(option -> {
                    Matcher field = FIELD_OF_FLAG.matcher(String.join(" ", option.description()));
                    if (field.find()) {
                        flags.put(field.group(1), option.longestName());
                    }
                });
        return flags;
    }
}
