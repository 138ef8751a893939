package io.trainyard.plugins.coscheduling;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.trainyard.spi.extension.JobNotes;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.result.JobNote;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("People are told why a gang waits (PIPE-93)")
final class CoschedulingNotesTest {
    private static final String WAITING =
            """
            {"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "PodGroup", "metadata": {"name": "run"}, "spec": {"minMember": 4},
             "status": {"phase": "Scheduling", "scheduled": 3}}
            """;

    @Test
    void inTheWordsOfTheScheduler() throws JsonProcessingException {
        assertThat(notes(WAITING)).containsExactly(JobNote.of("PodGroup run waits: 3 of 4 pods have a node"));
    }

    @Test
    void andNothingWhenItDoesNotWaitOrIsNotThere() throws JsonProcessingException {
        assertThat(notes(WAITING.replace("Scheduling", "Running"))).isEmpty();
        assertThat(new CoschedulingPlugin().notes(new JobNotes.Request(new TrainJob(), List.of())))
                .isEmpty();
    }

    private static List<JobNote> notes(String podGroup) throws JsonProcessingException {
        return new CoschedulingPlugin()
                .notes(new JobNotes.Request(
                        new TrainJob(),
                        List.of(new ObjectMapper().readValue(podGroup, GenericKubernetesResource.class))));
    }
}
