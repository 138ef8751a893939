package io.trainyard.launcher.why;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.inspect.JobInspector;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.KubeReader;
import io.trainyard.core.view.JobObjects;
import io.trainyard.foundation.field.NearestName;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.why.JobLookup;
import io.trainyard.launcher.client.OneCall;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.spi.model.TrainJob;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Asks the API server of a cluster or of a run that goes on; of a run that is over, reads its folder. */
public final class JobFinder implements JobLookup {
    private final Clock clock;

    /**
     * @param clock what ages are counted to
     */
    public JobFinder(Clock clock) {
        this.clock = clock;
    }

    @Override
    public JobObjects find(InCluster wanted) {
        ClientOptions options = wanted.kubeconfig()
                .map(file -> ClientOptions.defaults().withKubeconfig(file))
                .orElseGet(ClientOptions::defaults);
        JobObjects found = OneCall.make(options, api -> inCluster(api, wanted), "the TrainJob cannot be read");
        return wanted.logs().map(logs -> FinishedRun.ofService(logs, found)).orElse(found);
    }

    private Uni<JobObjects> inCluster(KubeReader api, InCluster wanted) {
        return wanted.namespace()
                .map(namespace -> new JobInspector(api, clock)
                        .inspect(namespace, wanted.name())
                        .map(found -> found.orElseThrow(
                                () -> unknown("there is no TrainJob " + wanted.name() + " in namespace " + namespace))))
                .orElseGet(() -> only(api, Optional.of(wanted.name()), "the cluster"));
    }

    @Override
    public JobObjects find(OfRun wanted) {
        boolean running = wanted.run()
                .read()
                .filter(status -> status.livePhase() == RunStatus.Phase.RUNNING)
                .isPresent();
        return running
                ? OneCall.make(
                        ClientOptions.defaults().withKubeconfig(wanted.run().kubeconfig()),
                        api -> only(api, wanted.trainJob(), "the run"),
                        "the TrainJob cannot be read")
                : FinishedRun.read(wanted.run(), wanted.trainJob(), clock.instant());
    }

    /** Whoever has only one, or only one of that name, need not say where it is. */
    private Uni<JobObjects> only(KubeReader api, Optional<String> name, String where) {
        return api.list(TrainJob.class, "", Map.of())
                .map(all -> choose(all, name, where))
                .chain(trainJob -> new JobInspector(api, clock).inspect(trainJob));
    }

    /** The TrainJob that is meant; a command exception that names what there is when that is not clear. */
    static TrainJob choose(List<TrainJob> all, Optional<String> name, String where) {
        List<TrainJob> meant = all.stream()
                .filter(trainJob -> name.isEmpty()
                        || name.get().equals(trainJob.getMetadata().getName()))
                .toList();
        if (meant.size() == 1) {
            return meant.get(0);
        }
        if (name.isPresent() && meant.size() > 1) {
            String namespaces = meant.stream()
                    .map(trainJob -> trainJob.getMetadata().getNamespace())
                    .sorted()
                    .collect(Collectors.joining(", "));
            throw unknown("there is a TrainJob " + name.get() + " in " + namespaces + ": say which with --namespace");
        }
        List<String> known = all.stream()
                .map(trainJob -> trainJob.getMetadata().getName())
                .sorted()
                .toList();
        String names = known.stream().limit(20).collect(Collectors.joining(", "));
        throw unknown(name.map(wanted -> where + " has no TrainJob " + wanted + NearestName.question(wanted, known))
                        .orElse("say which TrainJob with --trainjob")
                + "; it has " + (names.isEmpty() ? "none" : names));
    }

    private static CommandException unknown(String message) {
        return wrong(message);
    }
}
