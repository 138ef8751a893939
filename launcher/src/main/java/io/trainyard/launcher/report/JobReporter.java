package io.trainyard.launcher.report;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.KubeReader;
import io.trainyard.core.progress.ConfigMapHistory;
import io.trainyard.core.progress.MetricPoint;
import io.trainyard.core.runtime.KeptRuntimes;
import io.trainyard.core.runtime.RuntimeSnapshot;
import io.trainyard.core.view.JobDetails;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.NodeView;
import io.trainyard.core.why.Causes;
import io.trainyard.dashboard.cache.JobSpecs;
import io.trainyard.dashboard.cache.ReportedMetrics;
import io.trainyard.dashboard.report.JobReport;
import io.trainyard.dashboard.report.JobReport.LogTail;
import io.trainyard.dashboard.report.ReportPage;
import io.trainyard.launcher.cli.process.BuildInfo;
import io.trainyard.launcher.cli.report.ReportMaker;
import io.trainyard.launcher.cli.why.JobLookup;
import io.trainyard.launcher.client.ClusterAccess;
import io.trainyard.launcher.client.OneCall;
import io.trainyard.launcher.render.PluginAnswers;
import io.trainyard.launcher.run.folder.LogFiles;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.launcher.run.folder.TextFiles;
import io.trainyard.launcher.why.JobFinder;
import io.trainyard.launcher.why.RunObjects;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.RuntimeRef;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** Asks the API server of a cluster or of a run that goes on; of a run that is over, reads its folder. What may not be read is left out. */
public final class JobReporter implements ReportMaker {
    private static final int MAX_LOGS = 16;
    private static final int LINES = 200;

    private final Clock clock;
    private final JobFinder finder;
    private final BiFunction<JobObjects, Optional<RuntimeResource>, PluginAnswers> plugins;

    /**
     * @param clock what ages are counted to
     * @param plugins what plugins say about a TrainJob, given the runtime that it was made from if that is known
     */
    public JobReporter(Clock clock, BiFunction<JobObjects, Optional<RuntimeResource>, PluginAnswers> plugins) {
        this.clock = clock;
        this.finder = new JobFinder(clock);
        this.plugins = plugins;
    }

    /** What a report holds beside the objects of the job. */
    private record More(
            Optional<RuntimeResource> runtime, Optional<Map<String, List<MetricPoint>>> curves, List<LogTail> logs) {}

    @Override
    public Report make(JobLookup.InCluster wanted) {
        return ofApiServer(finder.find(wanted), ClusterAccess.options(wanted.cluster()));
    }

    @Override
    public Report make(JobLookup.OfRun wanted) {
        RunFolder run = wanted.run();
        boolean running = run.read()
                .filter(status -> status.livePhase() == RunStatus.Phase.RUNNING)
                .isPresent();
        JobObjects objects = finder.find(wanted);
        return running
                ? ofApiServer(objects, ClientOptions.defaults().withKubeconfig(run.kubeconfig()))
                : report(objects, ofFolder(run, objects));
    }

    private Report ofApiServer(JobObjects objects, ClientOptions options) {
        return report(objects, OneCall.make(options, api -> more(api, objects), "the TrainJob cannot be read"));
    }

    private Report report(JobObjects objects, More more) {
        Instant created = JobDetails.of(objects, Optional.empty()).summary().created();
        PluginAnswers said = plugins.apply(objects, more.runtime());
        JobReport report = new JobReport(
                JobDetails.of(objects, Optional.of(Causes.of(objects))),
                said.notes(),
                ReportedMetrics.of(more.curves(), Map.of(), created, created),
                JobSpecs.of(objects.trainJob(), more.runtime(), objects.jobSet(), said.trace()),
                more.logs(),
                Set.of(),
                clock.instant(),
                BuildInfo.current().version());
        return new Report(ReportPage.fileName(report), ReportPage.of(report));
    }

    private static Uni<More> more(KubeApi api, JobObjects objects) {
        TrainJob trainJob = objects.trainJob();
        return Uni.combine()
                .all()
                .unis(
                        runtime(api, trainJob).onFailure().recoverWithItem(Optional.empty()),
                        new ConfigMapHistory(api).load(trainJob).onFailure().recoverWithItem(Optional.empty()),
                        logs(api, objects))
                .with(More::new);
    }

    /** The snapshot is what the job was made from: the runtime itself may be another one by now, or gone. */
    private static Uni<Optional<RuntimeResource>> runtime(KubeReader api, TrainJob trainJob) {
        ResourceKey key = RuntimeSnapshot.key(trainJob);
        return api.get(ConfigMap.class, key.namespace(), key.name())
                .map(found -> found.flatMap(snapshot -> KeptRuntimes.read(trainJob, snapshot)))
                .onFailure()
                .recoverWithItem(Optional.empty())
                .chain(kept -> kept.isPresent()
                        ? Uni.createFrom().item(kept)
                        : reference(trainJob)
                                .map(reference -> runtime(api, trainJob, reference))
                                .orElseGet(() -> Uni.createFrom().item(Optional.empty())));
    }

    private static Uni<Optional<RuntimeResource>> runtime(KubeReader api, TrainJob trainJob, RuntimeRef reference) {
        String name = Objects.requireNonNullElse(reference.name(), "");
        return reference.effectiveKind().equals("TrainingRuntime")
                ? api.get(TrainingRuntime.class, trainJob.getMetadata().getNamespace(), name)
                        .map(found -> found.map(RuntimeResource.class::cast))
                : api.get(ClusterTrainingRuntime.class, "", name).map(found -> found.map(RuntimeResource.class::cast));
    }

    private static Optional<RuntimeRef> reference(TrainJob trainJob) {
        return Optional.ofNullable(trainJob.getSpec())
                .flatMap(spec -> Optional.ofNullable(spec.runtimeRef()))
                .filter(reference -> reference.name() != null);
    }

    private static Uni<List<LogTail>> logs(KubeReader api, JobObjects objects) {
        String namespace = objects.trainJob().getMetadata().getNamespace();
        Uni<List<LogTail>> tails = Uni.createFrom().item(new ArrayList<>());
        for (LogTail empty : containers(objects).limit(MAX_LOGS).toList()) {
            tails = tails.chain(before -> api.lastLines(namespace, empty.pod(), empty.container(), LINES)
                    .onFailure()
                    .recoverWithItem(failure -> List.of("(" + failure.getMessage() + ")"))
                    .map(lines -> {
                        before.add(new LogTail(empty.pod(), empty.container(), lines));
                        return before;
                    }));
        }
        return tails;
    }

    /** Those that have begun, without their lines. */
    private static Stream<LogTail> containers(JobObjects objects) {
        Function<NodeView, Stream<LogTail>> ofNode = node -> node.containers().stream()
                .filter(container -> container.started().isPresent())
                .map(container -> new LogTail(node.pod(), container.name(), List.of()));
        return JobDetails.of(objects, Optional.empty()).nodes().stream().flatMap(ofNode);
    }

    private static More ofFolder(RunFolder run, JobObjects objects) {
        RunObjects kept = RunObjects.of(run);
        Optional<RuntimeResource> runtime = runtime(kept, objects.trainJob());
        Optional<Map<String, List<MetricPoint>>> curves = kept.all("ConfigMap", ConfigMap.class).stream()
                .flatMap(each -> ConfigMapHistory.read(each, objects.trainJob()).stream())
                .findFirst();
        List<String> pods =
                objects.pods().stream().map(pod -> pod.getMetadata().getName()).toList();
        List<LogTail> logs = new LogFiles(run.pods())
                .list().stream()
                        .filter(log -> pods.contains(log.pod()))
                        .limit(MAX_LOGS)
                        .map(log -> new LogTail(log.pod(), log.container(), TextFiles.lastLines(log.path(), LINES)))
                        .toList();
        return new More(runtime, curves, logs);
    }

    private static Optional<RuntimeResource> runtime(RunObjects kept, TrainJob trainJob) {
        return kept.all("ConfigMap", ConfigMap.class).stream()
                .filter(each -> each.getMetadata()
                        .getName()
                        .equals(RuntimeSnapshot.key(trainJob).name()))
                .findFirst()
                .flatMap(snapshot -> KeptRuntimes.read(trainJob, snapshot));
    }
}
