package io.trainyard.core.kube;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.List;

/** Asks for the metadata of objects only, on behalf of a client that is made for that. Where the API server cannot leave out the rest, it sends all. */
final class MetadataInterceptor implements Interceptor {
    static final String NAME = "METADATA";

    private static final String LIST =
            "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

    /** Offered the form of lists, too, the API server would choose it for a watch, find an event that is no list, and end the watch. */
    private static final String SINGLE =
            "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";

    /** By which the requests of such a client are known. */
    private static final class Marker extends RequestConfig {
        private Marker(Config config) {
            super(
                    config.getWatchReconnectLimit(),
                    config.getWatchReconnectInterval(),
                    config.getRequestTimeout(),
                    config.getScaleTimeout(),
                    config.getLoggingInterval(),
                    config.getRequestRetryBackoffLimit(),
                    config.getRequestRetryBackoffInterval(),
                    config.getUploadRequestTimeout());
        }
    }

    /** The same client, but for what it asks for; the interceptor must be one of its own. */
    static KubernetesClient over(KubernetesClient client) {
        return client.newClient(new Marker(client.getConfiguration())).adapt(KubernetesClient.class);
    }

    @Override
    public void before(BasicBuilder headers, HttpRequest request, RequestTags tags) {
        if (tags.getTag(Marker.class) != null) {
            headers.setHeader("Accept", isWatch(request) ? SINGLE : LIST);
        }
    }

    private static boolean isWatch(HttpRequest request) {
        String query = request.uri().getQuery();
        return query != null && List.of(query.split("&")).contains("watch=true");
    }
}
