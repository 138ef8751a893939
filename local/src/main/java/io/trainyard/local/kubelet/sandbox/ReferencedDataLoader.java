package io.trainyard.local.kubelet.sandbox;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.Resource;
import io.trainyard.local.kubelet.environment.ReferencedData;
import io.trainyard.local.kubelet.environment.References;
import io.trainyard.local.kubelet.spec.PodSpec;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gets the ConfigMaps, Secrets and tokens that a pod refers to. What does not exist is left out; any other failure fails the whole.
 */
public final class ReferencedDataLoader {
    private static final Resource SERVICE_ACCOUNTS = new Resource("", "v1", "serviceaccounts");

    private final ApiClient client;

    /** Reads as this client may. */
    public ReferencedDataLoader(ApiClient client) {
        this.client = client;
    }

    /** Gets what is referred to, as it is now; no request is sent where nothing is. */
    public Future<ReferencedData> load(PodSpec pod, References references) {
        if (references.isEmpty()) {
            return Future.succeededFuture(ReferencedData.NONE);
        }
        Map<String, Map<String, Object>> configMaps = new HashMap<>();
        Map<String, Map<String, Object>> secrets = new HashMap<>();
        Map<String, String> tokens = new HashMap<>();
        List<Future<Void>> loading = new ArrayList<>();
        load(Resource.CONFIG_MAPS, pod, references.configMaps(), configMaps, loading);
        load(Resource.SECRETS, pod, references.secrets(), secrets, loading);
        for (References.Token token : references.tokens()) {
            loading.add(unlessMissing(request(pod, token))
                    .onSuccess(answer -> tokens.put(token.audience(), Tree.text(answer, "status", "token")))
                    .mapEmpty());
        }
        return Future.all(loading).map(all -> new ReferencedData(configMaps, secrets, tokens));
    }

    private void load(
            Resource resource,
            PodSpec pod,
            Set<String> names,
            Map<String, Map<String, Object>> found,
            List<Future<Void>> loading) {
        for (String name : names) {
            loading.add(unlessMissing(client.get(resource, pod.namespace(), name))
                    .onSuccess(object -> {
                        if (!object.isEmpty()) {
                            found.put(name, object);
                        }
                    })
                    .mapEmpty());
        }
    }

    // An API server without service accounts has no such path; the file is empty then.
    private static Future<Map<String, Object>> unlessMissing(Future<Map<String, Object>> answer) {
        return answer.recover(cause -> cause instanceof ApiException problem && problem.isNotFound()
                ? Future.succeededFuture(Map.of())
                : Future.failedFuture(cause));
    }

    private Future<Map<String, Object>> request(PodSpec pod, References.Token token) {
        Map<String, Object> spec = Tree.of("expirationSeconds", token.seconds());
        if (!token.audience().isEmpty()) {
            spec.put("audiences", List.of(token.audience()));
        }
        spec.put("boundObjectRef", Tree.of("kind", "Pod", "apiVersion", "v1", "name", pod.name(), "uid", pod.uid()));
        String account = Tree.text(pod.tree(), "spec", "serviceAccountName");
        return client.send(ApiCall.of(
                        "POST", SERVICE_ACCOUNTS, pod.namespace(), account.isEmpty() ? "default" : account)
                .onSubresource("token")
                .withBody(Tree.of("apiVersion", "authentication.k8s.io/v1", "kind", "TokenRequest", "spec", spec)));
    }
}
