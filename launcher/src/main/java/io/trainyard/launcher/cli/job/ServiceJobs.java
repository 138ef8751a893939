package io.trainyard.launcher.cli.job;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.run.folder.ServiceStatus;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** Asks the API server of a service for its TrainJobs. Blocks. */
public final class ServiceJobs {
    private static final int TIMEOUT_MILLIS = 5000;
    private static final String TRAIN_JOBS = "/apis/trainer.kubeflow.org/v1alpha1/trainjobs";

    private ServiceJobs() {}

    /**
     * All of them, as trees.
     *
     * @param status of a service that is up
     * @throws IOException when it does not answer; the message says why
     */
    public static List<Map<String, Object>> list(ServiceStatus status) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(status.server() + "/" + status.token() + TRAIN_JOBS)
                        .toURL()
                        .openConnection();
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        try (InputStream answer = connection.getInputStream()) {
            return Tree.objects(Json.parseObject(answer.readAllBytes()), "items");
        } catch (MalformedTextException unreadable) {
            throw new IOException(unreadable.getMessage(), unreadable);
        } finally {
            connection.disconnect();
        }
    }
}
