package io.trainyard.launcher.stop;

import io.fabric8.kubernetes.api.model.Pod;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.launcher.cli.state.JobStopper;
import io.trainyard.launcher.client.OneCall;
import io.trainyard.local.kubelet.pod.PodWorker;
import io.trainyard.local.kubelet.process.LiveContainer;
import io.trainyard.spi.model.TrainJob;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Suspends TrainJobs of a service as Ctrl-C ends a run, and waits until nothing of them runs. */
public final class ServiceJobStopper implements JobStopper {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);
    private static final Map<String, Object> DELETED =
            Map.of("status", Map.of("conditions", List.of(Map.of("type", "Suspended", "status", "True"))));

    @Override
    public List<Outcome> stop(Request request) {
        return OneCall.with(
                ClientOptions.defaults().withKubeconfig(request.service().kubeconfig()),
                (client, time) -> {
                    Stopping stopping = new Stopping(client.requests(), time, request);
                    return each(request.jobs(), stopping::stop);
                },
                "the TrainJob cannot be stopped",
                request.timeout().plus(OneCall.TIMEOUT));
    }

    private static <A, B> Uni<List<B>> each(List<A> all, Function<A, Uni<B>> call) {
        return all.isEmpty()
                ? Uni.createFrom().item(List.of())
                : Uni.join().all(all.stream().map(call).toList()).andFailFast();
    }

    private static final class Stopping {
        private final KubeApi api;
        private final TimeSource time;
        private final Request request;
        private final long deadline;

        Stopping(KubeApi api, TimeSource time, Request request) {
            this.api = api;
            this.time = time;
            this.request = request;
            this.deadline = time.nanos() + request.timeout().toNanos();
        }

        Uni<Outcome> stop(Name job) {
            return look(job)
                    .chain(seen -> seen.hasStopped()
                            ? Uni.createFrom().item(Outcome.ENDED_BEFORE)
                            : suspend(job).chain(() -> end(job)));
        }

        private Uni<StoppingJob> look(Name job) {
            return api.get(TrainJob.class, job.namespace(), job.name()).chain(found -> pods(job)
                    .map(pods -> new StoppingJob(
                            found.map(TreeConversion::toTree).orElse(DELETED),
                            pods.stream().map(TreeConversion::toTree).toList())));
        }

        private Uni<List<Pod>> pods(Name job) {
            return api.list(Pod.class, job.namespace(), Map.of("jobset.sigs.k8s.io/jobset-name", job.name()));
        }

        private Uni<TrainJob> suspend(Name job) {
            return pods(job)
                    .chain(pods -> each(pods, this::interrupt))
                    .chain(() -> api.mergePatch(
                            TrainJob.class, job.namespace(), job.name(), Map.of("spec", Map.of("suspend", true))));
        }

        private Uni<Pod> interrupt(Pod pod) {
            return api.mergePatch(
                            Pod.class,
                            pod.getMetadata().getNamespace(),
                            pod.getMetadata().getName(),
                            Map.of("metadata", Map.of("annotations", Map.of(PodWorker.INTERRUPTED, "true"))))
                    .onFailure(ApiFailure.Kind.NOT_FOUND::isOf)
                    .recoverWithNull();
        }

        private Uni<Outcome> end(Name job) {
            return look(job)
                    .call(seen -> kill(job.namespace(), request.now() ? seen.ending() : Set.of()))
                    .chain(seen -> {
                        if (seen.hasStopped()) {
                            return Uni.createFrom().item(Outcome.STOPPED);
                        }
                        return time.nanos() - deadline > 0
                                ? Uni.createFrom().item(Outcome.LATE)
                                : pause().chain(() -> end(job));
                    });
        }

        private Uni<Void> pause() {
            return Uni.createFrom().emitter(emitter -> time.after(POLL_INTERVAL, () -> emitter.complete(null)));
        }

        private Uni<Void> kill(String namespace, Set<String> pods) {
            return pods.isEmpty()
                    ? Uni.createFrom().voidItem()
                    : Uni.createFrom()
                            .voidItem()
                            .emitOn(Infrastructure.getDefaultWorkerPool())
                            .invoke(() -> LiveContainer.below(request.service().root()).stream()
                                    .filter(each -> each.namespace().equals(namespace) && pods.contains(each.pod()))
                                    .forEach(LiveContainer::kill));
        }
    }
}
