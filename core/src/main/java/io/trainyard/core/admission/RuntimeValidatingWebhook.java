package io.trainyard.core.admission;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.input.Depth;
import io.trainyard.core.admission.runtime.RuntimeChange;
import io.trainyard.core.admission.runtime.RuntimeRules;
import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.core.manifest.ObjectSize;
import io.trainyard.core.plugin.PluginCatalog;
import io.trainyard.core.time.TimeLimit;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The validating webhook of both kinds of runtime. Objects that opt out never get here: that is up to the selector of the webhook.
 */
final class RuntimeValidatingWebhook implements AdmissionWebhook {
    private static final Logger LOG = LoggerFactory.getLogger(RuntimeValidatingWebhook.class);

    private final AdmissionReader reader;
    private final PluginCatalog plugins;
    private final BareTrainJob bareTrainJob;
    private final AdmissionSettings settings;
    private final TimeSource time;

    RuntimeValidatingWebhook(
            AdmissionReader reader,
            PluginCatalog plugins,
            BareTrainJob bareTrainJob,
            AdmissionSettings settings,
            TimeSource time) {
        this.reader = reader;
        this.plugins = plugins;
        this.bareTrainJob = bareTrainJob;
        this.settings = settings;
        this.time = time;
    }

    @Override
    public Uni<AdmissionResponse> review(AdmissionRequest request) {
        Optional<Map<String, Object>> reviewed = ReviewedRequest.reviewed(request);
        if (reviewed.isEmpty() || !request.subresource().isEmpty()) {
            return Uni.createFrom().item(AdmissionResponse.allowed(List.of()));
        }
        if (Depth.isTooDeep(reviewed.get())) {
            return refused("must not be nested deeper than " + Depth.MAX + " levels");
        }
        String name = Tree.string(reviewed.get(), "metadata", "name").orElse(request.name());
        RuntimeChange runtime = new RuntimeChange(
                request.kind(),
                name,
                reviewed.get(),
                request.previous().map(old -> Depth.isTooDeep(old) ? Map.<String, Object>of() : old));
        boolean changesSpec = runtime.changesSpec();
        Optional<String> tooLarge =
                changesSpec ? settings.sizes().ofRuntime(ObjectSize.of(reviewed.get())) : Optional.empty();
        if (tooLarge.isPresent()) {
            return refused(tooLarge.get());
        }
        Validation findings = new Validation(List.of(), ReviewedRequest.versionWarnings(request)).and(check(runtime));
        if (!changesSpec || !findings.errors().isEmpty()) {
            return Uni.createFrom().item(ValidationResult.of(findings).answer());
        }
        Uni<Validation> all = bareTrainJob.commandWarnings(runtime).map(findings::and);
        if (runtime.previous().isPresent()) {
            all = all.chain(before -> users(request, name).map(before::and));
        }
        return all.map(found -> ValidationResult.of(found).answer());
    }

    private static Uni<AdmissionResponse> refused(String problem) {
        return Uni.createFrom()
                .item(ValidationResult.of(Validation.builder()
                                .error(FieldError.invalid("spec", null, problem))
                                .build())
                        .answer());
    }

    /** The findings about one runtime; nothing else is looked at. */
    Validation check(RuntimeChange runtime) {
        return RuntimeRules.check(runtime, plugins, settings.deprecationPolicy());
    }

    /** Without names: whoever may change a runtime, or reaches the port, may not see the TrainJobs of every namespace. */
    private static String inUse(int users) {
        return users == 1
                ? "1 TrainJob that is under way keeps the runtime as it was"
                : users + " TrainJobs that are under way keep the runtime as it was";
    }

    /** Warns that unfinished TrainJobs use the runtime. Only a hint, so a cluster that does not answer is no reason to refuse. */
    private Uni<Validation> users(AdmissionRequest request, String name) {
        return TimeLimit.of(
                        RuntimeLookup.LIMIT,
                        time,
                        Uni.createFrom()
                                .deferred(() -> reader.unfinishedUsers(request.kind(), request.namespace(), name)))
                .map(users -> users.isEmpty()
                        ? Validation.OK
                        : Validation.builder().warning(inUse(users.size())).build())
                .onFailure()
                .recoverWithItem(failure -> {
                    LOG.atWarn()
                            .addKeyValue("runtime", name)
                            .log("cannot tell who uses the runtime: {}", String.valueOf(failure));
                    return Validation.OK;
                });
    }
}
