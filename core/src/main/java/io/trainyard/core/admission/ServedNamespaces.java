package io.trainyard.core.admission;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Set;

/**
 * The namespaces that are served. API servers should not even ask about others; when one does all the same, because the webhook configurations
 * have no {@code namespaceSelector}, the object is let through as it is: it is none of our business, nothing can be read that it refers to, and
 * to refuse it would break the work of whoever else serves that namespace.
 */
public final class ServedNamespaces {
    private final Set<String> names;

    /** @param names empty for all */
    public ServedNamespaces(List<String> names) {
        this.names = Set.copyOf(names);
    }

    /** The same result, but only of objects in these namespaces, and of those that are in none; who creates another one is told. */
    public AdmissionWebhook only(AdmissionWebhook admission) {
        return request -> contains(request.namespace())
                ? admission.review(request)
                : Uni.createFrom().item(AdmissionResponse.allowed(warnings(request)));
    }

    private boolean contains(String namespace) {
        return names.isEmpty() || namespace.isEmpty() || names.contains(namespace);
    }

    private static List<String> warnings(AdmissionRequest request) {
        return request.operation() == AdmissionRequest.Operation.CREATE
                ? List.of("Trainyard does not serve namespace " + request.namespace() + ": the " + request.kind()
                        + " is not checked, and Trainyard will do nothing with it")
                : List.of();
    }
}
