package io.trainyard.core.inspect;

import static io.trainyard.core.fixture.Manifests.read;
import static io.trainyard.core.fixture.Manifests.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Event;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.JobObjectsYaml;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Belongings: which events are those of a job (OPS-72)")
final class BelongingsTest {
    private static Event about(String reason, String subject) {
        return read("{reason: " + reason + ", involvedObject: " + subject + "}", Event.class);
    }

    @Test
    @DisplayName("those of the TrainJob by uid, of its JobSet, Jobs and pods, also of pods that are gone")
    void itsOwn() {
        JobObjects objects = JobObjectsYaml.of(
                tree(
                        """
                job: {spec: {runtimeRef: {name: torch}}, status: {jobsStatus: [{name: node}]}}
                """));
        List<Event> events = List.of(
                about("Own", "{kind: TrainJob, name: bert, uid: uid-of-bert}"),
                about("Earlier", "{kind: TrainJob, name: bert, uid: uid-of-another}"),
                about("Set", "{kind: JobSet, name: bert}"),
                about("Job", "{kind: Job, name: bert-node-0}"),
                about("GonePod", "{kind: Pod, name: bert-node-0-0-zzzzz}"),
                about("OtherJob", "{kind: Pod, name: bert-large-node-0-0-zzzzz}"),
                about("Node", "{kind: Node, name: bert}"),
                read("{reason: AboutNothing}", Event.class));

        assertThat(Belongings.events(objects, events))
                .extracting(Event::getReason)
                .containsExactly("Own", "Set", "Job", "GonePod");
        assertThat(Belongings.events(objects, Stream.<Event>empty().toList())).isEmpty();
    }

    @Test
    @DisplayName(
            "those of an earlier job of the same name are not; those of its PodGroups are, whatever they are called")
    void notThoseOfAnEarlierJob() {
        JobObjects objects = JobObjectsYaml.of(
                tree(
                        """
                job: {spec: {runtimeRef: {name: torch}}, status: {jobsStatus: [{name: node}]}}
                addOns: [{apiVersion: scheduling.run.ai/v2alpha2, kind: PodGroup, metadata: {name: bert-l1, uid: uid-of-group}}]
                """));
        objects.trainJob().getMetadata().setCreationTimestamp("2026-01-05T10:00:00Z");
        List<Event> events = List.of(
                made("Evicted", "2026-01-05T09:59:59Z", "{kind: PodGroup, name: bert, uid: uid-of-another}"),
                made("GonePod", "2026-01-05T09:59:59Z", "{kind: Pod, name: bert-node-0-0-zzzzz}"),
                made("Waits", "2026-01-05T10:00:00Z", "{kind: PodGroup, name: bert}"),
                made("WaitsLater", "2026-01-05T10:00:01Z", "{kind: PodGroup, name: bert-l1, uid: uid-of-group}"));

        assertThat(Belongings.events(objects, events))
                .extracting(Event::getReason)
                .containsExactly("Waits", "WaitsLater");
    }

    private static Event made(String reason, String time, String subject) {
        return read(
                "{metadata: {creationTimestamp: '" + time + "'}, reason: " + reason + ", involvedObject: " + subject
                        + "}",
                Event.class);
    }
}
