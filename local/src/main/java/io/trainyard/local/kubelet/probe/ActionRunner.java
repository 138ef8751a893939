package io.trainyard.local.kubelet.probe;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.local.kubelet.process.RunningContainer;
import io.trainyard.local.kubelet.spec.ActionSpec;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import java.time.Duration;

/** Does what probes and hooks ask for. Never blocks. */
public final class ActionRunner {
    private final TimeSource time;
    private final HttpClient http;
    private final NetClient net;

    public ActionRunner(Vertx vertx, TimeSource time) {
        this.time = time;
        this.http = vertx.createHttpClient(
                new HttpClientOptions().setKeepAlive(false).setTrustAll(true).setVerifyHost(false));
        this.net = vertx.createNetClient(new NetClientOptions());
    }

    /**
     * Runs an action.
     *
     * @param endpoint where the pod is reached
     * @return completes when it succeeded; fails, with what went wrong, when it did not or took too long
     */
    public Future<Void> run(ActionSpec action, RunningContainer running, Endpoint endpoint, Duration limit) {
        if (action instanceof ActionSpec.Exec exec) {
            return running.run(exec.command(), limit)
                    .compose(code -> code == 0
                            ? Future.succeededFuture()
                            : Future.failedFuture(exec.command().get(0) + " ended with exit code " + code));
        }
        if (action instanceof ActionSpec.Sleep sleep) {
            Promise<Void> done = Promise.promise();
            time.after(sleep.time(), done::tryComplete);
            return done.future();
        }
        // A port that makes no sense is a failure like any other.
        return limited(
                Future.succeededFuture()
                        .compose(nothing -> action instanceof ActionSpec.HttpGet get
                                ? get(get, endpoint, limit)
                                : connect((ActionSpec.Connect) action, endpoint)),
                limit);
    }

    private Future<Void> get(ActionSpec.HttpGet get, Endpoint endpoint, Duration limit) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.GET)
                .setHost(get.host().isEmpty() ? endpoint.address() : get.host())
                .setPort(endpoint.port(get.port()))
                .setSsl(get.secure())
                .setURI(get.path());
        get.headers().forEach(options::putHeader);
        return http.request(options).compose(request -> {
            // Few connections lead to one program: each that is kept for an answer would be missing to later probes.
            TimeSource.Cancellable timeout = time.after(limit, request::reset);
            return request.send().onFailure(cause -> timeout.cancel()).compose(response -> {
                // What is given up is not wanted; without a handler it would be logged as an error.
                response.exceptionHandler(givenUp -> {});
                response.end().onComplete(over -> timeout.cancel());
                return judge(get, response);
            });
        });
    }

    private static Future<Void> judge(ActionSpec.HttpGet get, HttpClientResponse response) {
        boolean fine = response.statusCode() >= 200 && response.statusCode() < 400;
        return fine
                ? Future.<Void>succeededFuture()
                : Future.failedFuture("HTTP status " + response.statusCode() + " of " + get.path());
    }

    private Future<Void> connect(ActionSpec.Connect connect, Endpoint endpoint) {
        String host = connect.host().isEmpty() ? endpoint.address() : connect.host();
        return net.connect(endpoint.port(connect.port()), host).compose(socket -> socket.close());
    }

    private Future<Void> limited(Future<Void> attempt, Duration limit) {
        Promise<Void> result = Promise.promise();
        TimeSource.Cancellable timeout =
                time.after(limit, () -> result.tryFail("no answer in " + limit.toSeconds() + " s"));
        attempt.onComplete(outcome -> {
            timeout.cancel();
            if (outcome.succeeded()) {
                result.tryComplete();
            } else {
                result.tryFail(outcome.cause());
            }
        });
        return result.future();
    }

    /** Closes all connections. */
    public Future<Void> close() {
        return Future.join(http.close(), net.close()).mapEmpty();
    }
}
