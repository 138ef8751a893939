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
import io.trainyard.launcher.client.ClusterAccess;
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
    private static final String FAILURE = "the TrainJob cannot be read";

    private final Clock clock;

    /**
     * @param clock what ages are counted to
     */
    public JobFinder(Clock clock) {
        this.clock = clock;
    }

    @Override
    public JobObjects find(InCluster wanted) {
        JobObjects found = OneCall.with(
                ClusterAccess.options(wanted.cluster()),
                (client, time) -> wanted.inAllNamespaces()
                        ? only(client.requests(), Optional.of(wanted.name()), "the cluster")
                        : inNamespace(
                                client.requests(), wanted.cluster().namespaceOr(client.namespace()), wanted.name()),
                FAILURE,
                OneCall.TIMEOUT);
        return wanted.logs().map(logs -> FinishedRun.ofService(logs, found)).orElse(found);
    }

    private Uni<JobObjects> inNamespace(KubeReader api, String namespace, String name) {
        return new JobInspector(api, clock).inspect(namespace, name).chain(found -> found.map(
                        objects -> Uni.createFrom().item(objects))
                .orElseGet(() -> missing(api, namespace, name)));
    }

    /** A failure that says what the namespace has instead, as far as that may be read. */
    private static Uni<JobObjects> missing(KubeReader api, String namespace, String name) {
        return api.list(TrainJob.class, namespace, Map.of())
                .map(Optional::of)
                .onFailure()
                .recoverWithItem(Optional.empty())
                .chain(all -> Uni.createFrom().failure(unknown(missing(all, name, namespace))));
    }

    /**
     * What to say of a name that a namespace does not have.
     *
     * @param all what it has instead; empty when that may not be read
     */
    static String missing(Optional<List<TrainJob>> all, String name, String namespace) {
        String where = "Namespace " + namespace;
        return all.map(known -> missing(known, name, where)).orElseGet(() -> where + hasNo(name))
                + ". Search another one with -n NAMESPACE, or all with -A.";
    }

    private static String hasNo(String name) {
        return " has no TrainJob " + name;
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
                        FAILURE)
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
        throw unknown(name.map(wanted -> missing(all, wanted, where))
                .orElseGet(() -> "say which TrainJob with --trainjob; it has " + some(names(all))));
    }

    private static String missing(List<TrainJob> all, String wanted, String where) {
        List<String> known = names(all);
        return where + hasNo(wanted) + NearestName.question(wanted, known) + "; it has " + some(known);
    }

    private static List<String> names(List<TrainJob> all) {
        return all.stream()
                .map(trainJob -> trainJob.getMetadata().getName())
                .sorted()
                .toList();
    }

    private static String some(List<String> names) {
        return names.isEmpty() ? "none" : names.stream().limit(20).collect(Collectors.joining(", "));
    }

    private static CommandException unknown(String message) {
        return wrong(message);
    }
}
