package io.trainyard.tck;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.extension.WatchExtension;
import io.trainyard.spi.watch.WatchSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

final class ComponentProbe implements Probe {
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");

    @Override
    public List<String> problems(Subject subject) {
        List<String> problems = new ArrayList<>();
        Plugin plugin = subject.start();
        for (Sample sample : subject.samples()) {
            List<HasMetadata> objects = Trial.objects(Trial.built(plugin, sample));
            List<HasMetadata> ofAnother = Trial.objects(Trial.built(plugin, sample.named(sample.name() + "-other")));
            for (HasMetadata object : objects) {
                @Nullable String problem = problem(object, sample, ofAnother);
                if (problem != null) {
                    problems.add(object.getKind() + " " + nameOf(object) + " " + problem);
                }
                problems.addAll(unwatched(plugin, object));
            }
        }
        return problems;
    }

    private static @Nullable String problem(HasMetadata object, Sample sample, List<HasMetadata> ofAnother) {
        if (isEmpty(object.getKind()) || isEmpty(object.getApiVersion())) {
            return "lacks kind or apiVersion";
        }
        String name = nameOf(object);
        if (!NAME.matcher(name).matches()) {
            return "has no valid metadata.name";
        }
        ObjectMeta metadata = object.getMetadata();
        if (metadata.getNamespace() != null
                && !metadata.getNamespace()
                        .equals(sample.trainJob().getMetadata().getNamespace())) {
            return "is in another namespace than the TrainJob";
        }
        if (metadata.getUid() != null || metadata.getResourceVersion() != null) {
            return "has a uid or resourceVersion; the API server sets these";
        }
        if (metadata.getOwnerReferences() != null
                && !metadata.getOwnerReferences().isEmpty()) {
            return "has an owner reference; the host sets the TrainJob as its owner";
        }
        boolean shared = ofAnother.stream()
                .anyMatch(other -> other.getKind().equals(object.getKind())
                        && nameOf(other).equals(name));
        return shared ? "has the same name for every TrainJob; begin it with the TrainJob's" : null;
    }

    private static List<String> unwatched(Plugin plugin, HasMetadata object) {
        if (!(plugin instanceof WatchExtension watching)) {
            return List.of();
        }
        @Nullable
        Map<String, String> labels =
                object.getMetadata() == null ? null : object.getMetadata().getLabels();
        List<WatchSpec<?>> specs = watching.watches().stream()
                .filter(spec -> spec.type().isInstance(object))
                .toList();
        boolean seen = specs.isEmpty()
                || specs.stream()
                        .anyMatch(spec -> spec.labels().entrySet().stream().allMatch(label -> has(labels, label)));
        return seen
                ? List.of()
                : List.of(object.getKind() + " " + nameOf(object)
                        + " lacks the labels by which the plugin watches its kind");
    }

    private static boolean has(@Nullable Map<String, String> labels, Map.Entry<String, String> wanted) {
        @Nullable String value = labels == null ? null : labels.get(wanted.getKey());
        return value != null
                && (wanted.getValue().equals(WatchSpec.ANY_VALUE)
                        || wanted.getValue().equals(value));
    }

    private static String nameOf(HasMetadata object) {
        return object.getMetadata() == null || object.getMetadata().getName() == null
                ? ""
                : object.getMetadata().getName();
    }

    private static boolean isEmpty(@Nullable String text) {
        return text == null || text.isEmpty();
    }
}
