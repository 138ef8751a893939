package io.trainyard.core.admission;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.defaults.ElasticBounds;
import io.trainyard.core.admission.defaults.PreservedFields;
import io.trainyard.core.admission.defaults.RuntimePatchTimes;
import io.trainyard.core.admission.input.DecodedTrainJob;
import io.trainyard.core.admission.input.Depth;
import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The mutating webhook of TrainJobs. It may see what the schema is going to refuse, so it works on the tree, touches only
 * what it needs and validates nothing. Defaults of single fields are those of the schema.
 */
final class TrainJobDefaultingWebhook implements AdmissionWebhook {
    /** As many as the schema allows. It looks at objects only after this webhook, so more may come this far; it will refuse them by name. */
    private static final int MAX_RUNTIME_PATCHES = 16;

    private final RuntimeLookup runtimes;
    private final AdmissionSettings settings;
    private final TimeSource time;
    private final BooleanSupplier resizable;

    TrainJobDefaultingWebhook(
            RuntimeLookup runtimes, AdmissionSettings settings, TimeSource time, BooleanSupplier resizable) {
        this.resizable = resizable;
        this.runtimes = runtimes;
        this.settings = settings;
        this.time = time;
    }

    @Override
    public Uni<AdmissionResponse> review(AdmissionRequest request) {
        Optional<Map<String, Object>> reviewed = ReviewedRequest.reviewed(request);
        if (reviewed.isEmpty()
                || !request.subresource().isEmpty()
                || !(reviewed.get().get("spec") instanceof Map)
                || Depth.isTooDeep(reviewed.get())
                || request.previous().filter(Depth::isTooDeep).isPresent()) {
            return Uni.createFrom().item(AdmissionResponse.allowed(List.of()));
        }
        Map<String, Object> object = reviewed.get();
        Optional<Map<String, Object>> previous = request.previous();
        Map<String, Object> changed =
                previous.map(old -> preserve(object, old, request.user())).orElse(object);
        Map<String, Object> stamped = stamp(changed, previous);
        return nodes(stamped, previous).map(complete -> answer(object, complete));
    }

    private static AdmissionResponse answer(Map<String, Object> object, Map<String, Object> complete) {
        return complete.equals(object)
                ? AdmissionResponse.allowed(List.of())
                : AdmissionResponse.changed(complete, List.of());
    }

    private Map<String, Object> preserve(Map<String, Object> object, Map<String, Object> previous, String user) {
        AdmissionSettings.@Nullable ClientRelease release =
                settings.fieldPreservingUsers().get(user);
        return release == null
                ? object
                : Tree.with(
                        object,
                        "spec",
                        PreservedFields.restore(Tree.child(object, "spec"), Tree.child(previous, "spec"), release));
    }

    private Map<String, Object> stamp(Map<String, Object> object, Optional<Map<String, Object>> previous) {
        List<Object> patches = Tree.list(object, "spec", "runtimePatches");
        if (patches.isEmpty() || patches.size() > MAX_RUNTIME_PATCHES) {
            return object;
        }
        List<Object> old =
                previous.map(tree -> Tree.list(tree, "spec", "runtimePatches")).orElse(List.of());
        return Tree.with(
                object,
                "spec",
                Tree.with(
                        Tree.child(object, "spec"),
                        "runtimePatches",
                        RuntimePatchTimes.stamp(patches, old, time.now())));
    }

    /** An elastic job that names no node count keeps the one it had, or begins with the initial one of its runtime. A runtime that cannot be read is reported by the validation. */
    private Uni<Map<String, Object>> nodes(Map<String, Object> object, Optional<Map<String, Object>> previous) {
        @Nullable Object trainer = Tree.at(object, "spec", "trainer");
        boolean writable = trainer == null || trainer instanceof Map;
        @Nullable
        Object before =
                previous.map(old -> Tree.at(old, "spec", "trainer", "numNodes")).orElse(null);
        if (!writable
                || Tree.at(object, "spec", "trainer", "numNodes") != null
                || (previous.isPresent() && before == null)) {
            return Uni.createFrom().item(object);
        }
        DecodedTrainJob trainJob;
        try {
            trainJob = DecodedTrainJob.of(object);
        } catch (DecodedTrainJob.UnreadableException refusedBySchema) {
            return Uni.createFrom().item(object);
        }
        return runtimes.find(trainJob.object(), previous.isPresent())
                .map(found -> found.runtime()
                        .flatMap(ElasticBounds::of)
                        .map(bounds ->
                                withNodes(object, before == null ? bounds.initial(resizable.getAsBoolean()) : before))
                        .orElse(object))
                .onFailure()
                .recoverWithItem(object);
    }

    private static Map<String, Object> withNodes(Map<String, Object> object, Object nodes) {
        return Tree.update(object, trainer -> Tree.with(trainer, "numNodes", nodes), "spec", "trainer");
    }
}
