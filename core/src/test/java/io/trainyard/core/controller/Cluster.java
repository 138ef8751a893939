package io.trainyard.core.controller;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.core.config.ElasticSettings;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.core.gang.GangFacts;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobStatus;
import io.trainyard.spi.model.TrainingRuntime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A cluster in memory: an API server, time, users, a JobSet controller that does as it is told, and our controller, which may be restarted. */
final class Cluster {
    static final String NODE_LABEL = "trainer.kubeflow.org/trainjob-ancestor-step";
    private static final String RUNTIME =
            """
            mlPolicy: {numNodes: 2}
            template:
              spec:
                replicatedJobs:
                  - name: node
                    template:
                      metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                      spec: {template: {spec: {containers: [{name: node, image: train, args: ["--lr", "1e-4"]}]}}}
            """;

    final ManualTimeSource time = new ManualTimeSource(java.time.Instant.parse("2026-01-05T10:00:00Z"));
    final InMemoryKubeApi api = new InMemoryKubeApi(time);
    Controller controller;

    private final Plugins plugins;

    private final GangFacts gangFacts;

    private final ElasticSettings elastic;

    private final boolean resourcesReady;

    Cluster() {
        this(Plugins.of(), GangFacts.NONE);
    }

    /** With further plugins. */
    Cluster(Plugins plugins, GangFacts gangFacts) {
        this(plugins, gangFacts, ElasticSettings.DEFAULT);
    }

    /** Where elastic jobs are resized in this way. */
    Cluster(Plugins plugins, GangFacts gangFacts, ElasticSettings elastic) {
        this(plugins, gangFacts, elastic, false);
    }

    /** Where statuses tell, or not, that objects cannot be built or applied. */
    Cluster(Plugins plugins, GangFacts gangFacts, ElasticSettings elastic, boolean resourcesReady) {
        this.resourcesReady = resourcesReady;
        this.elastic = elastic;
        this.plugins = plugins;
        this.gangFacts = gangFacts;
        putRuntime();
        controller = new Controller(api, time, plugins, gangFacts, elastic, resourcesReady);
        controller.start();
    }

    void putRuntime() {
        putRuntime("plain");
    }

    void putRuntime(String name) {
        api.put(anew(Manifests.runtime(name, RUNTIME)));
    }

    /** A runtime whose text has at least so many characters. */
    void putLargeRuntime(String name, int characters) {
        api.put(anew(Manifests.runtime(
                name,
                RUNTIME.replace("image: train,", "image: train, command: [\"" + "x".repeat(characters) + "\"],"))));
    }

    /** Names of TrainJobs in the order in which their JobSets were created. */
    List<String> builtJobSets() {
        return api.writes().stream()
                .filter(request ->
                        request.verb().equals("create") && request.kind().equals("JobSet"))
                .map(request -> request.key().name())
                .toList();
    }

    /** Other pods from now on: something for the front of their spec. Jobs that have their snapshot do not notice. */
    void changeRuntime(String podSpec) {
        api.patch(
                TrainingRuntime.class,
                "plain",
                "spec:\n"
                        + RUNTIME.replace("{containers:", "{" + podSpec + "containers:")
                                .indent(2));
    }

    /** From now on pods find each other under this name; jobs that have their snapshot do not notice. */
    void changeSubdomain(String subdomain) {
        api.patch(
                TrainingRuntime.class,
                "plain",
                "{spec: {template: {spec: {network: {subdomain: " + subdomain + "}}}}}");
    }

    /** A new process with empty memory; the old one is never heard of again. */
    void restart() {
        controller.stop();
        api.cutConnections();
        controller = new Controller(api, time, plugins, gangFacts, elastic, resourcesReady);
        controller.start();
    }

    /** A replica that knows what there is now, and hears of nothing else until it is told. */
    Controller standBy() {
        Controller replica = new Controller(api, time, plugins, gangFacts, elastic, resourcesReady);
        replica.list();
        return replica;
    }

    /** The process that worked has died, and another one goes on with what it knows. */
    void failOverTo(Controller replica) {
        controller.stop();
        api.cutConnections();
        controller = replica;
        controller.work();
    }

    // Users.

    TrainJob create(String name, String more) {
        String spec = "{runtimeRef: {kind: TrainingRuntime, name: plain}" + (more.isEmpty() ? "" : ", " + more) + "}";
        TrainJob trainJob = anew(Manifests.trainJob(name, spec));
        // As the schema's default does.
        return api.put(
                trainJob.getSpec().suspend() == null
                        ? anew(Manifests.trainJob(name, spec.replace("{runtimeRef", "{suspend: false, runtimeRef")))
                        : trainJob);
    }

    /** A JobSet that somebody made by hand. */
    JobSet putForeignJobSet(String name) {
        return api.put(Manifests.jobSet(
                """
                apiVersion: jobset.x-k8s.io/v1alpha2
                kind: JobSet
                metadata: {name: %s, namespace: team-a}
                spec: {replicatedJobs: [{name: theirs, template: {spec: {template: {spec: {containers: [{name: c, image: i}]}}}}}]}
                """
                        .formatted(name)));
    }

    void suspend(String name, boolean suspend) {
        api.patch(TrainJob.class, name, "{spec: {suspend: " + suspend + "}}");
    }

    static <T extends HasMetadata> T anew(T object) {
        object.getMetadata().setUid(null);
        object.getMetadata().setResourceVersion(null);
        object.getMetadata().setGeneration(null);
        return object;
    }

    // The JobSet controller.

    /** The pods of a JobSet run. */
    void run(String name) {
        status(
                name,
                "{replicatedJobsStatus: [{name: node, ready: 1, succeeded: 0, failed: 0, active: 1, suspended: 0}]}");
    }

    void complete(String name) {
        status(
                name,
                """
                conditions:
                  - {type: Completed, status: "True", reason: AllJobsCompleted, message: jobset completed successfully, lastTransitionTime: "%s"}
                replicatedJobsStatus: [{name: node, ready: 0, succeeded: 1, failed: 0, active: 0, suspended: 0}]
                """
                        .formatted(time.now()));
    }

    void fail(String name) {
        status(
                name,
                """
                conditions:
                  - {type: Failed, status: "True", reason: FailedJobs, message: jobset failed due to one or more job failures, lastTransitionTime: "%s"}
                replicatedJobsStatus: [{name: node, ready: 0, succeeded: 0, failed: 1, active: 0, suspended: 0}]
                """
                        .formatted(time.now()));
    }

    void reportSuspended(String name) {
        status(
                name,
                "{replicatedJobsStatus: [{name: node, ready: 0, succeeded: 0, failed: 0, active: 0, suspended: 1}]}");
    }

    private void status(String name, String status) {
        api.patch(JobSet.class, name, "status:\n" + status.strip().indent(2));
    }

    // Looking.

    /** Everything that can happen at once has happened: changes are delivered, passes made, events of passes delivered. */
    void settle() {
        settle(Duration.ofMillis(200));
    }

    void settle(Duration duration) {
        long until = time.nanos() + duration.toNanos();
        controller.deliverAll();
        while (time.nanos() < until) {
            time.advance(Duration.ofMillis(50));
            controller.deliverAll();
        }
    }

    Optional<JobSet> jobSet(String name) {
        return api.find(JobSet.class, name);
    }

    TrainJobStatus status(String name) {
        return api.find(TrainJob.class, name).orElseThrow().statusOrEmpty();
    }

    List<String> conditions(String name) {
        return status(name).conditions().stream()
                .map(condition -> condition.getType() + "=" + condition.getStatus() + "/" + condition.getReason())
                .toList();
    }

    List<Event> events() {
        return api.all(Event.class);
    }

    List<String> eventReasons() {
        return events().stream().map(Event::getReason).toList();
    }

    List<String> eventMessages() {
        return events().stream().map(Event::getMessage).toList();
    }

    Optional<ConfigMap> snapshot(String trainJob) {
        return api.find(ConfigMap.class, trainJob + "-runtime-snapshot");
    }

    /** Requests since the last call, without those that write events. */
    List<String> requests() {
        List<String> requests = api.requests().stream()
                .filter(request -> !request.kind().equals("Event"))
                .map(request -> request.verb() + " " + request.kind())
                .toList();
        api.forgetRequests();
        return requests;
    }

    static List<Class<? extends HasMetadata>> watchedKinds() {
        return List.of(
                TrainJob.class, JobSet.class, ConfigMap.class, TrainingRuntime.class, ClusterTrainingRuntime.class);
    }
}
