package io.trainyard.dashboard;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;

/** Many pages that follow the stream, in a process of their own. Arguments: port, how many. Ends when its standard input does. */
public final class PageViewers {
    private PageViewers() {}

    public static void main(String[] args) throws Exception {
        int port = Integer.parseInt(args[0]);
        int viewers = Integer.parseInt(args[1]);
        Vertx vertx = Vertx.vertx();
        HttpClient client = vertx.createHttpClient(new HttpClientOptions().setMaxPoolSize(viewers));
        for (int i = 0; i < viewers; i++) {
            client.request(HttpMethod.GET, port, "127.0.0.1", "/api/v1/stream")
                    .compose(request -> request.send())
                    .onSuccess(response -> response.handler(bytes -> {}))
                    .onFailure(failure -> System.err.println("a viewer failed: " + failure));
        }
        while (System.in.read() >= 0) {
            // Until whoever started this has seen enough.
        }
        vertx.close();
        System.exit(0);
    }
}
