package io.trainyard.plugins.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.trainyard.spi.extension.JobNotes;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.result.JobNote;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("People are told which pod is the launcher (PIPE-93)")
final class LauncherNotesTest {
    private static final String EARLIER = "2026-01-01T00:00:00Z";

    @Test
    void withItsNodeAndPhase() {
        Pod launcher = pod("run-launcher-0-0-old", "launcher", "run-mpi-hostfile", EARLIER)
                .editSpec()
                .withNodeName("cpu-1")
                .endSpec()
                .build();
        Pod node = pod("run-node-0-0-x", "node", "run-mpi-hostfile", EARLIER).build();

        assertThat(notes(launcher, node))
                .containsExactly(JobNote.of(
                        "the launcher is pod run-launcher-0-0-old on node cpu-1, Running; mpirun writes to its log"));
    }

    @Test
    void theNewestWhereItWasStartedAgain() {
        assertThat(notes(
                        pod("run-launcher-0-0-new", "launcher", "run-mpi-hostfile", "2026-01-01T00:05:00Z")
                                .build(),
                        pod("run-launcher-0-0-old", "launcher", "run-mpi-hostfile", EARLIER)
                                .build()))
                .containsExactly(JobNote.of(
                        "the launcher is pod run-launcher-0-0-new, which has no node yet; mpirun writes to its log"));
    }

    @Test
    void butNotOfAJobThatIsNoMpiJob() {
        assertThat(notes(pod("run-launcher-0-0", "launcher", "something", EARLIER)
                        .build()))
                .isEmpty();
    }

    private static List<JobNote> notes(Pod... pods) {
        TrainJob trainJob = new TrainJob();
        trainJob.setMetadata(new ObjectMetaBuilder().withName("run").build());
        return new MpiPlugin().notes(new JobNotes.Request(trainJob, List.of(pods)));
    }

    private static PodBuilder pod(String name, String step, String configMap, String created) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withCreationTimestamp(created)
                .withLabels(Map.of("jobset.sigs.k8s.io/replicatedjob-name", step))
                .endMetadata()
                .withNewSpec()
                .addNewVolume()
                .withName("mpi-hostfile")
                .withNewConfigMap()
                .withName(configMap)
                .endConfigMap()
                .endVolume()
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .endStatus();
    }
}
