package io.trainyard.local.api.request;

import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import org.jspecify.annotations.Nullable;

/**
 * One request, however it came.
 *
 * @param namespace empty for all namespaces, and for kinds that have none
 * @param name empty for the whole collection
 * @param subresource empty for the object itself
 * @param body what was sent, as a tree that the kernel may change; null when nothing was sent
 * @param patchType null unless the request is a patch
 * @param userAgent names the field manager if the query does not
 */
public record ApiRequest(
        Verb verb,
        Resource resource,
        String namespace,
        String name,
        String subresource,
        RequestParameters parameters,
        @Nullable Object body,
        @Nullable PatchType patchType,
        String userAgent) {
    private static final int MAX_MANAGER_LENGTH = 128;

    /** Who the fields belong to that this request writes. */
    String fieldManager() {
        String named = parameters.text("fieldManager");
        if (named.length() > MAX_MANAGER_LENGTH) {
            throw ApiException.badRequest(
                    "query parameter fieldManager: may not be longer than " + MAX_MANAGER_LENGTH + " characters");
        }
        if (!named.isEmpty()) {
            return named;
        }
        String program = userAgent.split("/", 2)[0];
        return program.isEmpty() ? "unknown" : program.substring(0, Math.min(program.length(), MAX_MANAGER_LENGTH));
    }
}
