package io.trainyard.core.inspect;

import static io.trainyard.core.fixture.Manifests.jobSet;
import static io.trainyard.core.fixture.Manifests.read;
import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.core.view.Cause;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.why.Causes;
import io.trainyard.foundation.time.ManualTimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("JobInspector: all that belongs to one job, read from the API server (OPS-104)")
final class JobInspectorTest {
    private final ManualTimeSource time = new ManualTimeSource();
    private final InMemoryKubeApi api = new InMemoryKubeApi(time);
    private final JobInspector inspector = new JobInspector(api, time.clock());

    @BeforeEach
    void fill() {
        api.put(trainJob("bert", "{runtimeRef: {name: torch}}", "{phase: Pending, jobsStatus: [{name: node}]}"));
        api.put(
                jobSet(
                        """
                apiVersion: jobset.x-k8s.io/v1alpha2
                kind: JobSet
                metadata: {name: bert, namespace: team-a}
                spec: {network: {enableDNSHostnames: true}, replicatedJobs: [{name: node, template: {spec: {parallelism: 1, template: {spec: {containers: [{name: node}]}}}}}]}
                """));
        for (String job : List.of("bert", "other")) {
            api.put(read(
                    """
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: %1$s-node-0-0-x, namespace: team-a, labels: {jobset.sigs.k8s.io/jobset-name: %1$s}}
                    spec: {containers: [{name: node, image: nope}]}
                    """
                            .formatted(job),
                    Pod.class));
            api.patch(
                    Pod.class,
                    job + "-node-0-0-x",
                    "{status: {phase: Pending, containerStatuses: [{name: node, state: {waiting: {reason: ErrImagePull}}}]}}");
            api.put(read(
                    """
                    apiVersion: v1
                    kind: Event
                    metadata: {name: %1$s.1, namespace: team-a}
                    type: Warning
                    reason: Failed
                    message: "Failed to pull image of %1$s: not found"
                    involvedObject: {kind: Pod, name: %1$s-node-0-0-x}
                    """
                            .formatted(job),
                    Event.class));
        }
        api.forgetRequests();
    }

    private Optional<JobObjects> inspect(String name) {
        List<Optional<JobObjects>> found = new ArrayList<>();
        inspector.inspect("team-a", name).subscribe().with(found::add);
        return found.get(0);
    }

    @Test
    @DisplayName("its pods, its events and no others; the cause follows from them")
    void everythingOfOneJob() {
        JobObjects objects = inspect("bert").orElseThrow();

        assertThat(objects.jobSet()).isPresent();
        assertThat(objects.pods()).hasSize(1);
        assertThat(objects.events()).hasSize(1);
        assertThat(objects.now()).isEqualTo(time.now());
        assertThat(Causes.of(objects).kind()).isEqualTo(Cause.Kind.IMAGE_PULL);
        assertThat(Causes.of(objects).evidence()).contains("Failed to pull image of bert: not found");
    }

    @Test
    @DisplayName("there is none of that name")
    void unknown() {
        assertThat(inspect("nope")).isEmpty();
    }

    @Test
    @DisplayName("what the user may not read is passed over")
    void forbidden() {
        api.failNext("list", "Pod", InMemoryKubeApi.failure(ApiFailure.Kind.FORBIDDEN, "no"));
        api.failNext("list", "Event", InMemoryKubeApi.failure(ApiFailure.Kind.FORBIDDEN, "no"));

        JobObjects objects = inspect("bert").orElseThrow();

        assertThat(objects.jobSet()).isPresent();
        assertThat(objects.pods()).isEmpty();
        assertThat(objects.events()).isEmpty();
    }
}
