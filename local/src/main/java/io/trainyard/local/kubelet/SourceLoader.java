package io.trainyard.local.kubelet;

import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.Resource;
import io.trainyard.local.kubelet.environment.References;
import io.trainyard.local.kubelet.environment.Sources;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Gets the ConfigMaps and Secrets that a pod refers to. Those that do not exist are left out; any other failure fails the whole. */
final class SourceLoader {
    private final ApiClient client;

    SourceLoader(ApiClient client) {
        this.client = client;
    }

    Future<Sources> load(String namespace, References references) {
        if (references.isEmpty()) {
            return Future.succeededFuture(Sources.NONE);
        }
        Map<String, Map<String, Object>> configMaps = new HashMap<>();
        Map<String, Map<String, Object>> secrets = new HashMap<>();
        List<Future<Void>> loading = new ArrayList<>();
        load(Resource.CONFIG_MAPS, namespace, references.configMaps(), configMaps, loading);
        load(Resource.SECRETS, namespace, references.secrets(), secrets, loading);
        return Future.all(loading).map(all -> new Sources(configMaps, secrets, Map.of()));
    }

    private void load(
            Resource resource,
            String namespace,
            Set<String> names,
            Map<String, Map<String, Object>> found,
            List<Future<Void>> loading) {
        for (String name : names) {
            loading.add(client.get(resource, namespace, name)
                    .onSuccess(object -> found.put(name, object))
                    .<Void>mapEmpty()
                    .recover(cause -> cause instanceof ApiException problem && problem.isNotFound()
                            ? Future.succeededFuture()
                            : Future.failedFuture(cause)));
        }
    }
}
