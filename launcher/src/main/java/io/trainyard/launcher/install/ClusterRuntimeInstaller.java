package io.trainyard.launcher.install;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.Preconditions;
import io.trainyard.core.kube.RequestObserver;
import io.trainyard.core.kube.login.LoginException;
import io.trainyard.launcher.cli.install.RuntimeInstaller;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** Applies and deletes runtimes with one client. Only the thread that called {@link #install} ever waits. */
public final class ClusterRuntimeInstaller implements RuntimeInstaller {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final String FIELD_MANAGER = "trainyard-installer";

    @Override
    public Report install(Request request) {
        Vertx vertx = Vertx.vertx();
        try {
            ClientOptions defaults = ClientOptions.defaults().withFieldManager(FIELD_MANAGER);
            ClientOptions options =
                    request.kubeconfig().map(defaults::withKubeconfig).orElse(defaults);
            return await(KubeClient.open(vertx.getOrCreateContext(), options, RequestObserver.NONE)
                    .chain(client -> install(client.requests(), request)
                            .eventually(() -> client.close().onFailure().recoverWithNull())));
        } finally {
            vertx.close();
        }
    }

    private static Uni<Report> install(KubeApi api, Request request) {
        Set<String> wanted = request.runtimes().stream()
                .map(runtime -> runtime.getMetadata().getName())
                .collect(Collectors.toSet());
        Uni<List<String>> applied = Multi.createFrom()
                .iterable(request.runtimes())
                .onItem()
                .transformToUniAndConcatenate(runtime -> api.apply(labelled(runtime, request.labels())))
                .map(runtime -> runtime.getMetadata().getName())
                .collect()
                .asList();
        return applied.chain(names -> prune(api, request, wanted).map(deleted -> new Report(names, deleted)));
    }

    private static Uni<List<String>> prune(KubeApi api, Request request, Set<String> wanted) {
        if (!request.prune()) {
            return Uni.createFrom().item(List.of());
        }
        return api.list(ClusterTrainingRuntime.class, "", request.labels())
                .onItem()
                .transformToMulti(found -> Multi.createFrom().iterable(found))
                .filter(runtime -> !wanted.contains(runtime.getMetadata().getName()))
                .onItem()
                .transformToUniAndConcatenate(runtime -> api.delete(
                                ClusterTrainingRuntime.class,
                                "",
                                runtime.getMetadata().getName(),
                                Preconditions.of(runtime))
                        .replaceWith(runtime.getMetadata().getName()))
                .collect()
                .asList();
    }

    private static ClusterTrainingRuntime labelled(ClusterTrainingRuntime runtime, Map<String, String> labels) {
        Map<String, String> all = new HashMap<>(labels);
        if (runtime.getMetadata().getLabels() != null) {
            runtime.getMetadata().getLabels().forEach(all::putIfAbsent);
        }
        // It was read for this run alone, so it may be changed in place.
        runtime.getMetadata().setLabels(all);
        return runtime;
    }

    private static Report await(Uni<Report> report) {
        try {
            return report.subscribeAsCompletionStage().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CommandException(1, "interrupted", interrupted);
        } catch (TimeoutException late) {
            throw new CommandException(1, "no answer from the API server within " + TIMEOUT.toSeconds() + " s", late);
        } catch (ExecutionException failure) {
            Throwable cause = Objects.requireNonNullElse(failure.getCause(), failure);
            boolean known = cause instanceof LoginException || cause instanceof ApiFailure;
            throw new CommandException(
                    1, "runtimes cannot be installed: " + (known ? cause.getMessage() : cause), cause);
        }
    }
}
