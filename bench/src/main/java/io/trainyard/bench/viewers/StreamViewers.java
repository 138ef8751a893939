package io.trainyard.bench.viewers;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;

/** Many pages that follow the stream, in a process of their own. Arguments: port, how many. Ends when its standard input does. */
public final class StreamViewers {
    private StreamViewers() {}

    /** Prints {@code connected} when all of them are. */
    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[0]);
        int viewers = Integer.parseInt(arguments[1]);
        Vertx vertx = Vertx.vertx();
        HttpClient client = vertx.createHttpClient(new HttpClientOptions().setMaxPoolSize(viewers));
        int[] connected = {0};
        for (int i = 0; i < viewers; i++) {
            client.request(HttpMethod.GET, port, "127.0.0.1", "/api/v1/stream")
                    .compose(request -> request.send())
                    .onSuccess(response -> {
                        response.handler(bytes -> {});
                        synchronized (connected) {
                            connected[0]++;
                            if (connected[0] == viewers) {
                                System.out.println("connected");
                            }
                        }
                    })
                    .onFailure(failure -> System.err.println("a viewer failed: " + failure));
        }
        while (System.in.read() >= 0) {
            // Until whoever started this has seen enough.
        }
        vertx.close();
        System.exit(0);
    }
}
