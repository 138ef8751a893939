package io.trainyard.local.api.request;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.request.AdmissionHook.Operation;
import io.trainyard.local.api.request.AdmissionHook.Write;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.client.ApiException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All hooks, one after the other. */
final class AdmissionChain {
    private final List<AdmissionHook> hooks = new ArrayList<>();
    private final StoreLoop loop;
    private final AdmissionHook.StoredObjects objects;

    AdmissionChain(StoreLoop loop, AdmissionHook.StoredObjects objects) {
        this.loop = loop;
        this.objects = objects;
    }

    void add(AdmissionHook hook) {
        hooks.add(hook);
    }

    void mutate(
            ResourceType type,
            String subresource,
            Map<String, Object> object,
            @Nullable Map<String, Object> previous,
            boolean dryRun) {
        for (AdmissionHook hook : hooks) {
            if (hook.handles(type.resource(), subresource)) {
                Operation operation = previous == null ? Operation.CREATE : Operation.UPDATE;
                hook.mutate(
                        new Write(operation, type.resource(), subresource, type.kind(), object, previous, dryRun),
                        objects);
            }
        }
    }

    /** Whether anybody validates writes to this resource. */
    boolean handles(ResourceType type, String subresource) {
        return hooks.stream().anyMatch(hook -> hook.handles(type.resource(), subresource));
    }

    /** The warnings of all hooks; fails with an {@link ApiException} at the first that refuses. */
    Future<List<String>> validate(Operation operation, Candidate candidate, boolean dryRun) {
        Future<List<String>> result = Future.succeededFuture(new ArrayList<>());
        Write write = new Write(
                operation,
                candidate.type().resource(),
                candidate.subresource(),
                candidate.type().kind(),
                candidate.object(),
                candidate.existing() == null ? null : candidate.existing().tree(),
                dryRun);
        for (AdmissionHook hook : hooks) {
            if (hook.handles(write.resource(), write.subresource())) {
                result = result.compose(warnings -> validate(hook, write).map(validation -> {
                    refuse(hook, candidate, validation);
                    warnings.addAll(validation.warnings());
                    return warnings;
                }));
            }
        }
        return result;
    }

    /** A hook may answer on any thread; what follows belongs on ours. */
    private Future<Validation> validate(AdmissionHook hook, Write write) {
        Promise<Validation> promise = Promise.promise();
        hook.validate(write)
                .onComplete(answer -> loop.execute(() -> {
                    if (answer.succeeded()) {
                        promise.complete(answer.result());
                    } else {
                        promise.fail(failure(hook, answer.cause()));
                    }
                }));
        return promise.future();
    }

    private static Throwable failure(AdmissionHook hook, Throwable cause) {
        return cause instanceof ApiException
                ? cause
                : new ApiException(
                        500,
                        "InternalError",
                        "Internal error occurred: failed calling webhook \"" + hook.name() + "\": " + cause,
                        Map.of());
    }

    private static void refuse(AdmissionHook hook, Candidate candidate, Validation validation) {
        if (validation.errors().isEmpty()) {
            return;
        }
        if (hook.refusesAsInvalid()) {
            throw StatusErrors.invalid(candidate.type(), candidate.key().name(), validation.errors());
        }
        String text = validation.errors().stream().map(FieldError::toString).collect(Collectors.joining(", "));
        throw new ApiException(
                403,
                "Forbidden",
                "admission webhook \"" + hook.name() + "\" denied the request: " + text,
                Tree.of(
                        "name", candidate.key().name(),
                        "kind", candidate.type().resource().plural()));
    }
}
