package io.trainyard.launcher.strangers;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.util.List;

/** Questions about jobs in namespaces that there are not, a new one each time. For one thread. */
final class UnknownNames {
    /** As many at once as a few browsers have. */
    private static final int AT_ONCE = 64;

    private static final String LONG = "a".repeat(8_000);

    private final List<HttpClient> clients;
    private final Tally tally;
    private final int port;
    private final int count;
    private final String token;
    private int begun;

    UnknownNames(Vertx vertx, Tally tally, int port, int count, String token) {
        this.tally = tally;
        this.port = port;
        this.count = count;
        this.token = token;
        this.clients = Sources.FOUR.stream()
                .map(source -> vertx.createHttpClient(new HttpClientOptions()
                        .setSsl(true)
                        .setTrustAll(true)
                        .setVerifyHost(false)
                        .setMaxPoolSize(AT_ONCE / Sources.FOUR.size())
                        .setLocalAddress(source)))
                .toList();
    }

    void ask() {
        for (int i = 0; i < AT_ONCE; i++) {
            next();
        }
    }

    private void next() {
        if (begun == count) {
            return;
        }
        int number = begun++;
        clients.get(number % clients.size())
                .request(new RequestOptions()
                        .setMethod(HttpMethod.GET)
                        .setHost(Sources.TARGET)
                        .setPort(port)
                        .setURI("/api/v1/jobs/" + LONG + number + "/x")
                        .putHeader("Authorization", "Bearer " + token))
                .compose(request -> request.send())
                .compose(response -> response.body().map(ignored -> response.statusCode()))
                .onSuccess(code -> tally.add(String.valueOf(code), 1))
                .onFailure(failure -> tally.add(Tally.REFUSED, 1))
                .onComplete(either -> {
                    tally.add(Tally.DONE, 1);
                    next();
                });
    }
}
