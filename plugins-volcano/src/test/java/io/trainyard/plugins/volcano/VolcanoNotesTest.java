package io.trainyard.plugins.volcano;

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
final class VolcanoNotesTest {
    private static final String WAITING =
            """
            {"apiVersion": "scheduling.volcano.sh/v1beta1", "kind": "PodGroup", "metadata": {"name": "run"}, "spec": {"minMember": 4},
             "status": {"conditions": [{"type": "Unschedulable", "status": "True", "message": "2/4 tasks in gang unschedulable"}]}}
            """;

    @Test
    void inTheWordsOfTheScheduler() throws JsonProcessingException {
        assertThat(notes(WAITING)).containsExactly(JobNote.of("PodGroup run waits: 2/4 tasks in gang unschedulable"));
    }

    @Test
    void andNothingWhenItDoesNotWaitOrIsNotThere() throws JsonProcessingException {
        assertThat(notes(WAITING.replace("\"True\"", "\"False\""))).isEmpty();
        assertThat(new VolcanoPlugin().notes(new JobNotes.Request(new TrainJob(), List.of())))
                .isEmpty();
    }

    private static List<JobNote> notes(String podGroup) throws JsonProcessingException {
        return new VolcanoPlugin()
                .notes(new JobNotes.Request(
                        new TrainJob(),
                        List.of(new ObjectMapper().readValue(podGroup, GenericKubernetesResource.class))));
    }
}
