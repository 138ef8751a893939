package io.trainyard.dashboard;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.view.Cause;
import io.trainyard.core.view.ConditionView;
import io.trainyard.core.view.ContainerView;
import io.trainyard.core.view.EventView;
import io.trainyard.core.view.FailedContainer;
import io.trainyard.core.view.JobDetail;
import io.trainyard.core.view.JobState;
import io.trainyard.core.view.NodeView;
import io.trainyard.core.view.RankView;
import io.trainyard.dashboard.log.LogSource;
import io.trainyard.dashboard.view.ClusterView;
import io.trainyard.dashboard.view.ControllerView;
import io.trainyard.dashboard.view.Count;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.dashboard.view.JobMetrics;
import io.trainyard.dashboard.view.JobPage;
import io.trainyard.dashboard.view.JobRow;
import io.trainyard.dashboard.view.JobSpec;
import io.trainyard.dashboard.view.JobViews;
import io.trainyard.dashboard.view.RuntimeRow;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A cluster that a test makes up. */
public final class SampleViews implements JobViews, LogSource {
    private static final String POD = "JobSet/spec.replicatedJobs[0].template.spec.template.";
    private static final JobSpec SPEC = new JobSpec(
            tree(
                    """
                    apiVersion: trainer.kubeflow.org/v2alpha1
                    kind: TrainJob
                    spec:
                      runtimeRef: {name: torch-distributed}
                      trainer:
                        numNodes: 2
                        env: [{name: HF_TOKEN, value: hunter2}]
                    """),
            tree(
                    """
                    apiVersion: trainer.kubeflow.org/v2alpha1
                    kind: ClusterTrainingRuntime
                    metadata: {name: torch-distributed}
                    spec:
                      mlPolicy: {torch: {}}
                      podGroupPolicy: {coscheduling: {}}
                      template:
                        spec:
                          replicatedJobs:
                            - name: node
                              template:
                                spec:
                                  template:
                                    spec:
                                      containers: [{name: node, image: "pytorch/pytorch:2.9"}]
                    """),
            List.of(
                    tree(
                            """
                            apiVersion: jobset.x-k8s.io/v1alpha2
                            kind: JobSet
                            metadata: {name: bert}
                            spec:
                              replicatedJobs:
                                - name: node
                                  replicas: 1
                                  template:
                                    spec:
                                      parallelism: 2
                                      completions: 2
                                      completionMode: Indexed
                                      template:
                                        metadata:
                                          labels: {scheduling.x-k8s.io/pod-group: bert}
                                        spec:
                                          containers:
                                            - name: node
                                              image: pytorch/pytorch:2.9
                                              env:
                                                - {name: PET_NNODES, value: "2"}
                                                - {name: HF_TOKEN, value: hunter2}
                            """)),
            Map.ofEntries(
                    Map.entry("JobSet/spec.replicatedJobs[0].name", "runtime"),
                    Map.entry("JobSet/spec.replicatedJobs[0].replicas", "Trainyard"),
                    Map.entry("JobSet/spec.replicatedJobs[0].template.spec.parallelism", "TrainJob"),
                    Map.entry("JobSet/spec.replicatedJobs[0].template.spec.completions", "TrainJob"),
                    Map.entry("JobSet/spec.replicatedJobs[0].template.spec.completionMode", "cluster"),
                    Map.entry(POD + "metadata.labels.scheduling.x-k8s.io/pod-group", "plugin coscheduling"),
                    Map.entry(POD + "spec.containers[0].name", "runtime"),
                    Map.entry(POD + "spec.containers[0].image", "runtime"),
                    Map.entry(POD + "spec.containers[0].env[0].name", "plugin torch"),
                    Map.entry(POD + "spec.containers[0].env[0].value", "plugin torch"),
                    Map.entry(POD + "spec.containers[0].env[1].name", "TrainJob"),
                    Map.entry(POD + "spec.containers[0].env[1].value", "TrainJob")));

    private final Map<JobKey, JobRow> rows = new TreeMap<>();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final Instant now;
    private volatile List<String> log = List.of();
    private volatile boolean endless;
    private volatile JobSpec spec = SPEC;
    private boolean known = true;

    public SampleViews(Instant now) {
        this.now = now;
    }

    private static Map<String, Object> tree(String yaml) {
        return Tree.object(Yaml.parseAll(yaml).get(0));
    }

    public synchronized void put(JobRow row) {
        rows.put(row.key(), row);
        listeners.forEach(listener -> listener.changed(row));
    }

    public synchronized void remove(JobKey key) {
        rows.remove(key);
        listeners.forEach(listener -> listener.removed(key));
    }

    /** What was written and what it became, of every job. */
    public void spec(JobSpec shown) {
        spec = shown;
    }

    /** What every container has written. */
    public void log(List<String> lines) {
        log = List.copyOf(lines);
    }

    /** Whether logs go on after their lines, also those that nobody follows. */
    public void endless(boolean goesOn) {
        endless = goesOn;
    }

    public List<String> log() {
        return log;
    }

    /** As a controller that still reads what there is, until it is called with true. */
    public synchronized void know(boolean all) {
        known = all;
        if (all) {
            listeners.forEach(Listener::ready);
        }
    }

    public int listeners() {
        return listeners.size();
    }

    @Override
    public synchronized Subscription watch(Listener listener) {
        rows.values().forEach(listener::changed);
        if (known) {
            listener.ready();
        }
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public synchronized Uni<Optional<JobPage>> job(JobKey key) {
        return Uni.createFrom().item(Optional.ofNullable(rows.get(key)).map(this::page));
    }

    private JobPage page(JobRow row) {
        JobState state = row.summary().state();
        Instant created = row.summary().created();
        List<NodeView> pods = new ArrayList<>();
        List<RankView> ranks = new ArrayList<>();
        int nodes = row.summary().nodes().orElse(2);
        boolean begun = state == JobState.RUNNING || state.isOver();
        for (int attempt = 0; attempt < (begun ? 2 : 1); attempt++) {
            for (int i = 0; i < nodes; i++) {
                boolean last = attempt == 1 || !begun;
                boolean failed = begun && (!last || state == JobState.FAILED) && i == 1;
                Instant start = created.plusSeconds(attempt * 300L);
                String pod = row.key().name() + "-node-0-" + i + "-" + (attempt == 0 ? "x2k4d" : "p9w7q");
                pods.add(new NodeView(
                        "node",
                        0,
                        i,
                        attempt,
                        pod,
                        "uid-" + pod,
                        !begun
                                ? "Pending"
                                : failed ? "Failed" : last && state == JobState.RUNNING ? "Running" : "Succeeded",
                        "",
                        "",
                        Optional.of("gpu-node-" + i),
                        last && state == JobState.RUNNING,
                        false,
                        start,
                        Optional.of(start.plusSeconds(12)),
                        List.of(new ContainerView(
                                "node",
                                false,
                                "pytorch/pytorch:2.9",
                                begun
                                        ? (last && state == JobState.RUNNING
                                                ? ContainerView.State.RUNNING
                                                : ContainerView.State.ENDED)
                                        : ContainerView.State.WAITING,
                                failed ? "Error" : "",
                                "",
                                failed ? Optional.of(1) : Optional.empty(),
                                i == 0 ? 0 : 1,
                                begun ? Optional.of(start.plusSeconds(40)) : Optional.empty(),
                                begun && !(last && state == JobState.RUNNING)
                                        ? Optional.of(start.plusSeconds(290))
                                        : Optional.empty()))));
                if (last && begun) {
                    ranks.add(new RankView(
                            i,
                            Optional.of(i),
                            Optional.of(pod),
                            Optional.of("gpu-node-" + i),
                            Optional.of(now.minusSeconds(i == 1 ? 95 : 3)),
                            Optional.of(Duration.ofSeconds(3)),
                            Optional.of(1200L - 7L * i),
                            Optional.of(Duration.ofMillis(340)),
                            Optional.of(nodes)));
                }
            }
        }
        Optional<Cause> why = state == JobState.FAILED
                ? Optional.of(new Cause(
                        Cause.Kind.CONTAINER_FAILED,
                        "Rank 1 ran out of GPU memory, and the job failed with it",
                        List.of("pod " + row.key().name() + "-node-0-1-p9w7q ended with exit code 1"),
                        "Use a smaller batch, or more devices",
                        Optional.of(new FailedContainer(
                                "node",
                                1,
                                row.key().name() + "-node-0-1-p9w7q",
                                "node",
                                1,
                                "an error of the program",
                                Optional.of(now.minusSeconds(60)),
                                List.of(
                                        "Traceback (most recent call last):",
                                        "  File \"train.py\", line 88, in <module>",
                                        "torch.OutOfMemoryError: CUDA out of memory.")))))
                : row.why().isEmpty()
                        ? Optional.empty()
                        : Optional.of(Cause.of(Cause.Kind.STARTING, row.why(), List.of(), ""));
        JobDetail detail = new JobDetail(
                row.summary(),
                List.of(new ConditionView(
                        state == JobState.FAILED ? "Failed" : "Suspended",
                        state == JobState.FAILED ? "True" : "False",
                        "Resumed",
                        "TrainJob is resumed",
                        Optional.of(created))),
                List.of(),
                pods,
                ranks,
                List.of(
                        new EventView(
                                created,
                                created,
                                1,
                                false,
                                "TrainJob",
                                row.key().name(),
                                "Created",
                                "Created JobSet " + row.key().name(),
                                "trainyard"),
                        new EventView(
                                created.plusSeconds(20),
                                created,
                                3,
                                true,
                                "Pod",
                                row.key().name() + "-node-0-1-x2k4d",
                                "FailedScheduling",
                                "0/4 nodes are available: 4 Insufficient nvidia.com/gpu.",
                                "default-scheduler")),
                begun ? 2 : 1,
                why);
        return new JobPage(
                row,
                detail,
                List.of(
                        new JobPage.Note("mpi", "Launcher is node-0", ""),
                        new JobPage.Note("evil", "click me", "javascript:alert(1)")));
    }

    @Override
    public Uni<JobMetrics> metrics(JobKey key) {
        List<JobMetrics.Series> series = new ArrayList<>();
        List<JobMetrics.Series> durations = new ArrayList<>();
        for (int rank = 0; rank < 4; rank++) {
            List<JobMetrics.Point> loss = new ArrayList<>();
            List<JobMetrics.Point> duration = new ArrayList<>();
            for (int step = 0; step < 120; step++) {
                long at = now.minusSeconds(1200 - step * 10L).toEpochMilli();
                loss.add(new JobMetrics.Point(
                        at, step * 10L, 2.5 * Math.exp(-step / 40.0) + 0.3 + 0.05 * Math.sin(step * 1.7 + rank)));
                duration.add(new JobMetrics.Point(
                        at, step * 10L, 0.34 + (rank == 2 && step > 60 ? 0.16 : 0) + 0.01 * Math.sin(step + rank)));
            }
            series.add(new JobMetrics.Series("train/loss", rank, loss));
            durations.add(new JobMetrics.Series("step", rank, duration));
        }
        series.add(new JobMetrics.Series(
                "eval/accuracy",
                -1,
                List.of(
                        new JobMetrics.Point(now.toEpochMilli(), 100, 0.4),
                        new JobMetrics.Point(now.toEpochMilli(), 600, 0.7),
                        new JobMetrics.Point(now.toEpochMilli(), 1100, 0.82))));
        return Uni.createFrom()
                .item(new JobMetrics(
                        false, series, durations, Optional.of(new JobMetrics.First(now.minusSeconds(800), true))));
    }

    @Override
    public synchronized Uni<Optional<JobSpec>> spec(JobKey key) {
        return Uni.createFrom().item(Optional.ofNullable(rows.get(key)).map(row -> spec));
    }

    @Override
    public Uni<List<RuntimeRow>> runtimes() {
        return Uni.createFrom()
                .item(List.of(
                        new RuntimeRow(
                                "ClusterTrainingRuntime",
                                "",
                                "torch-distributed",
                                "torch",
                                List.of("torch"),
                                List.of("pytorch/pytorch:2.9"),
                                12,
                                false,
                                List.of()),
                        new RuntimeRow(
                                "TrainingRuntime",
                                "team-a",
                                "old-torch",
                                "torch",
                                List.of("torch"),
                                List.of("pytorch/pytorch:1.13"),
                                1,
                                true,
                                List.of("the container node has no command")),
                        new RuntimeRow(
                                "TrainingRuntime",
                                "closed",
                                "secret-runtime",
                                "",
                                List.of(),
                                List.of(),
                                0,
                                false,
                                List.of())));
    }

    @Override
    public Uni<ClusterView> cluster() {
        return Uni.createFrom()
                .item(new ClusterView(
                        List.of(
                                new ClusterView.Node(
                                        "gpu-node-0",
                                        "nvidia.com/gpu",
                                        new Count(8, 8),
                                        List.of(new JobKey("team-a", "bert"), new JobKey("closed", "hidden")),
                                        ""),
                                new ClusterView.Node(
                                        "gpu-node-1", "nvidia.com/gpu", new Count(2, 8), List.of(), "cordoned")),
                        List.of(new ClusterView.Queue(
                                "team-a",
                                "training",
                                new Count(8, 12),
                                List.of(new JobKey("team-a", "bert")),
                                List.of(new JobKey("team-a", "early"), new JobKey("team-a", "llama"))))));
    }

    @Override
    public Uni<ControllerView> controller() {
        return Uni.createFrom()
                .item(new ControllerView(
                        "0.1.0",
                        "trainyard-5d8f",
                        3,
                        0,
                        Optional.of(now.plus(Duration.ofDays(200))),
                        List.of(
                                new ControllerView.Plugin(
                                        "torch", "0.1.0", List.of("EnforceMLPolicy", "CustomValidation"), ""),
                                new ControllerView.Plugin(
                                        "kai",
                                        "0.1.0",
                                        List.of("EnforcePodGroupPolicy"),
                                        "PodGroup of KAI is not installed")),
                        List.of(
                                new ControllerView.Check("caches", true, ""),
                                new ControllerView.Check("webhook", true, "certificate of the chart"))));
    }

    @Override
    public synchronized Uni<List<Origin>> origins(Selection selection) {
        List<Origin> origins = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            if (rows.containsKey(selection.job())
                    && (selection.ranks().isEmpty() || selection.ranks().contains(i))) {
                origins.add(new Origin(
                        i,
                        "node",
                        selection.attempt().orElse(1),
                        selection.job().name() + "-node-0-" + i,
                        "node"));
            }
        }
        return Uni.createFrom().item(origins);
    }

    @Override
    public Uni<Log> open(JobKey job, Origin origin, Part part) {
        SampleLog opened = new SampleLog();
        log.forEach(line -> opened.write(now + " " + line.replace("RANK", String.valueOf(origin.rank())) + "\n"));
        if (!part.follow() && !endless) {
            opened.end();
        }
        return Uni.createFrom().item(opened);
    }
}
