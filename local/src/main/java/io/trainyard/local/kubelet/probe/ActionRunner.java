package io.trainyard.local.kubelet.probe;

import io.trainyard.local.kubelet.process.RunningContainer;
import io.trainyard.local.kubelet.spec.ActionSpec;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.time.TimeSource;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
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
     * @param address of the pod
     * @return completes when it succeeded; fails, with what went wrong, when it did not or took too long
     */
    public Future<Void> run(
            ActionSpec action, ContainerSpec container, RunningContainer running, String address, Duration limit) {
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
        return limited(
                action instanceof ActionSpec.HttpGet get
                        ? get(get, container, address)
                        : connect((ActionSpec.Connect) action, container, address),
                limit);
    }

    private Future<Void> get(ActionSpec.HttpGet get, ContainerSpec container, String address) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.GET)
                .setHost(get.host().isEmpty() ? address : get.host())
                .setPort(port(container, get.port()))
                .setSsl(get.secure())
                .setURI(get.path());
        get.headers().forEach(options::putHeader);
        return http.request(options).compose(request -> request.send()).compose(response -> {
            boolean fine = response.statusCode() >= 200 && response.statusCode() < 400;
            return fine
                    ? Future.<Void>succeededFuture()
                    : Future.failedFuture("HTTP status " + response.statusCode() + " of " + get.path());
        });
    }

    private Future<Void> connect(ActionSpec.Connect connect, ContainerSpec container, String address) {
        String host = connect.host().isEmpty() ? address : connect.host();
        return net.connect(port(container, connect.port()), host).compose(socket -> socket.close());
    }

    private static int port(ContainerSpec container, String port) {
        Integer named = container.ports().get(port);
        return named != null ? named : port.matches("[0-9]{1,5}") ? Integer.parseInt(port) : 0;
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
