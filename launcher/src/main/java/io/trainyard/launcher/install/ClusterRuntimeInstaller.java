package io.trainyard.launcher.install;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.Preconditions;
import io.trainyard.launcher.cli.install.RuntimeInstaller;
import io.trainyard.launcher.client.OneCall;
import io.trainyard.launcher.client.WebhookRetry;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Applies and deletes runtimes with one client. Only the thread that called {@link #install} ever waits. */
public final class ClusterRuntimeInstaller implements RuntimeInstaller {
    private static final String FIELD_MANAGER = "trainyard-installer";

    @Override
    public Report install(Request request, Consumer<String> messages) {
        ClientOptions defaults = ClientOptions.defaults().withFieldManager(FIELD_MANAGER);
        ClientOptions options =
                request.kubeconfig().map(defaults::withKubeconfig).orElse(defaults);
        return OneCall.with(
                options,
                (client, time) -> install(client.requests(), request, new WebhookRetry(time, messages)),
                "runtimes cannot be installed",
                OneCall.TIMEOUT);
    }

    private static Uni<Report> install(KubeApi api, Request request, WebhookRetry webhooks) {
        Set<String> wanted = request.runtimes().stream()
                .map(runtime -> runtime.getMetadata().getName())
                .collect(Collectors.toSet());
        Uni<List<String>> applied = Multi.createFrom()
                .iterable(request.runtimes())
                .onItem()
                .transformToUniAndConcatenate(
                        runtime -> webhooks.awaitFor(() -> api.apply(labelled(runtime, request.labels()))))
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
}
