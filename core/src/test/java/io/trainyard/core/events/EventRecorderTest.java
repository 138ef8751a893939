package io.trainyard.core.events;

import static io.trainyard.core.fixture.Manifests.trainJob;
import static io.trainyard.core.fixture.Manifests.tree;
import static io.trainyard.core.fixture.Manifests.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Event;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.core.status.EventDraft;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.model.TrainJob;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("EventRecorder (OPS-41, STATUS-20, STATUS-21)")
final class EventRecorderTest {
    private static final EventDraft FAILURE = EventDraft.warning("TrainJobResourcesCreationFailed", "it does not work");

    private final ManualTimeSource time = new ManualTimeSource();
    private final InMemoryKubeApi api = new InMemoryKubeApi(time);
    private final EventRecorder recorder = new EventRecorder(api, time, false);
    private final TrainJob trainJob = trainJob("demo", "{}");

    @Test
    @DisplayName("a core/v1 event with both times and a count, which is what the SDK reads (OPS-41)")
    void hasWhatReadersNeed() {
        recorder.record(trainJob, FAILURE);
        Map<String, Object> event = written(only());
        assertThat(event)
                .containsEntry("apiVersion", "v1")
                .containsEntry("type", "Warning")
                .containsEntry("reason", "TrainJobResourcesCreationFailed")
                .containsEntry("message", "it does not work")
                .containsEntry("action", "Reconciling")
                .containsEntry("count", 1)
                .containsEntry("firstTimestamp", "2026-01-02T03:04:05Z")
                .containsEntry("lastTimestamp", "2026-01-02T03:04:05Z")
                .containsEntry("reportingComponent", "trainer-trainjob-controller")
                .containsEntry("source", tree("{component: trainer-trainjob-controller}"))
                .containsEntry(
                        "involvedObject",
                        tree("{apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, namespace: team-a, name:"
                                + " demo, uid: uid-of-demo, resourceVersion: '10'}"));
        assertThat(only().getMetadata().getNamespace()).isEqualTo("team-a");
        assertThat(only().getMetadata().getName()).startsWith("demo.").hasSizeLessThan(63);
    }

    @Test
    @DisplayName("an event names the version by which kubectl asks for TrainJobs, which is asked for once (OPS-42)")
    void namesTheVersionThatDiscoveryPrefers() {
        api.prefer("trainer.kubeflow.org", "v2alpha1");
        recorder.record(trainJob, FAILURE);
        api.prefer("trainer.kubeflow.org", "v3");
        recorder.record(trainJob, EventDraft.warning("Other", "x"));
        time.advance(Duration.ofMinutes(10));
        recorder.record(trainJob, EventDraft.warning("Third", "x"));

        assertThat(api.all(Event.class))
                .extracting(event -> event.getInvolvedObject().getApiVersion())
                .containsExactlyInAnyOrder(
                        "trainer.kubeflow.org/v2alpha1", "trainer.kubeflow.org/v2alpha1", "trainer.kubeflow.org/v3");
    }

    @Test
    void whatIsNotAWarningIsNormal() {
        recorder.record(trainJob, EventDraft.normal("Resumed", "TrainJob is resumed"));
        assertThat(only().getType()).isEqualTo("Normal");
    }

    @Test
    void routineIsWrittenOnlyOnRequest() {
        EventDraft routine = EventDraft.routine("JobSetCreated", "x");
        recorder.record(trainJob, routine);
        assertThat(api.requests()).isEmpty();
        new EventRecorder(api, time, true).record(trainJob, routine);
        assertThat(only().getType()).isEqualTo("Normal");
    }

    @Test
    @DisplayName("a failure that repeats is counted, and written once a minute at most (STATUS-21)")
    void aRepeatedFailureIsWrittenOnceAMinute() {
        for (int second = 0; second < 150; second++) {
            recorder.record(trainJob, FAILURE);
            time.advance(Duration.ofSeconds(1));
        }
        assertThat(api.requests()).hasSize(3);
        assertThat(only().getCount()).isEqualTo(121);
        assertThat(only().getFirstTimestamp()).isEqualTo("2026-01-02T03:04:05Z");
        assertThat(only().getLastTimestamp()).isEqualTo("2026-01-02T03:06:05Z");
    }

    @Test
    @DisplayName(
            "what a scheduler says of a gang again and again is written every five minutes at most, as a warning (GANG-69)")
    void aNoticeIsWrittenSeldom() {
        EventDraft notice = EventDraft.notice("GangUnschedulable", "no room");
        for (int minute = 0; minute < 11; minute++) {
            recorder.record(trainJob, notice);
            time.advance(Duration.ofMinutes(1));
        }
        assertThat(api.requests()).hasSize(3);
        assertThat(only().getCount()).isEqualTo(11);
        assertThat(only().getType()).isEqualTo("Warning");
    }

    @Test
    @DisplayName(
            "what a scheduler says of a gang with other numbers is the same event, counted, with the text that was written last (GANG-71)")
    void numbersMakeNoOtherEvent() {
        for (int nodes = 0; nodes < 18; nodes++) {
            recorder.record(
                    trainJob,
                    EventDraft.notice(
                            "GangUnschedulable", "0/" + nodes + " nodes fit, " + nodes + ".5 GPUs are missing"));
            time.advance(Duration.ofSeconds(20));
        }
        assertThat(only().getCount()).isEqualTo(16);
        assertThat(only().getMessage()).isEqualTo("0/15 nodes fit, 15.5 GPUs are missing");

        recorder.record(trainJob, EventDraft.notice("GangUnschedulable", "queue small is full"));
        recorder.record(trainJob, EventDraft.warning("Failed", "rank 1"));
        recorder.record(trainJob, EventDraft.warning("Failed", "rank 2"));
        assertThat(api.all(Event.class))
                .as("other words, and failures of one's own")
                .hasSize(4);
    }

    @Test
    @DisplayName("another notice with other numbers is another event, told at once (GANG-71)")
    void numbersMakeAnotherEventOfOtherNotices() {
        recorder.record(trainJob, EventDraft.notice("ScaleOutOfRange", "numNodes is 9, and 4 is the most"));
        time.advance(Duration.ofMinutes(2));
        recorder.record(trainJob, EventDraft.notice("ScaleOutOfRange", "numNodes is 20, and 4 is the most"));

        assertThat(api.all(Event.class))
                .extracting(Event::getMessage)
                .containsExactlyInAnyOrder("numNodes is 9, and 4 is the most", "numNodes is 20, and 4 is the most");
    }

    @Test
    void otherMessagesReasonsAndTrainJobsAreOtherEvents() {
        recorder.record(trainJob, FAILURE);
        recorder.record(trainJob, EventDraft.warning(FAILURE.reason(), "something else"));
        recorder.record(trainJob, EventDraft.warning("Other", FAILURE.message()));
        recorder.record(trainJob("other", "{}"), FAILURE);
        TrainJob again = trainJob("demo", "{}");
        again.getMetadata().setUid("made-anew");
        time.advance(Duration.ofNanos(1));
        recorder.record(again, FAILURE);
        assertThat(api.all(Event.class)).hasSize(5);
    }

    @Test
    @DisplayName("what users do is told each time, however soon (STATUS-21: each once per transition)")
    void transitionsAreToldEachTime() {
        for (int i = 0; i < 3; i++) {
            recorder.record(trainJob, EventDraft.normal("Suspended", "TrainJob is suspended"));
            recorder.record(trainJob, EventDraft.normal("Resumed", "TrainJob is resumed"));
            time.advance(Duration.ofSeconds(5));
        }
        assertThat(api.all(Event.class))
                .extracting(event -> event.getReason() + " " + event.getCount())
                .containsExactlyInAnyOrder("Suspended 3", "Resumed 3");
    }

    @Test
    @DisplayName("a long message is cut at 1024 characters (STATUS-20)")
    void aLongMessageIsCut() {
        recorder.record(trainJob, EventDraft.warning("R", "x".repeat(1024)));
        assertThat(only().getMessage()).hasSize(1024).endsWith("x");
        recorder.record(trainJob, EventDraft.warning("R2", "x".repeat(1025)));
        assertThat(api.all(Event.class).get(1).getMessage()).hasSize(1024).endsWith("x ...");
    }

    @Test
    void theNameOfALongTrainJobIsStillAName() {
        recorder.record(trainJob("t".repeat(253), "{}"), FAILURE);
        recorder.record(trainJob("t".repeat(199) + "-" + "t".repeat(53), "{}"), FAILURE);
        assertThat(api.all(Event.class)).hasSize(2).allSatisfy(event -> assertThat(
                        event.getMetadata().getName())
                .hasSizeLessThanOrEqualTo(253)
                .matches("[a-z0-9]([-a-z0-9]*[a-z0-9])?\\.[a-f0-9]+"));
    }

    @Test
    @DisplayName("an event that was not written is tried again at the next occasion")
    void anEventThatWasNotWrittenIsTriedAgain() {
        api.failNext("create", "Event", InMemoryKubeApi.failure(ApiFailure.Kind.UNREACHABLE, "no"));
        recorder.record(trainJob, FAILURE);
        assertThat(api.all(Event.class)).isEmpty();
        time.advance(Duration.ofSeconds(1));
        recorder.record(trainJob, FAILURE);
        assertThat(only().getReason()).isEqualTo(FAILURE.reason());
    }

    @Test
    @DisplayName("an event that is refused is asked for once a minute at most")
    void aRefusedEventIsNotAskedForAllTheTime() {
        api.failNext("create", "Event", InMemoryKubeApi.failure(ApiFailure.Kind.FORBIDDEN, "no"));
        for (int second = 0; second < 60; second++) {
            recorder.record(trainJob, FAILURE);
            time.advance(Duration.ofSeconds(1));
        }
        assertThat(api.requests()).hasSize(1);
        recorder.record(trainJob, FAILURE);
        assertThat(only().getReason()).isEqualTo(FAILURE.reason());
    }

    @Test
    @DisplayName("an event that the API server has dropped in the meantime is written anew")
    void aDroppedEventIsWrittenAnew() {
        recorder.record(trainJob, FAILURE);
        api.remove(Event.class, only().getMetadata().getName());
        time.advance(Duration.ofHours(2));
        recorder.record(trainJob, FAILURE);
        assertThat(only().getReason()).isEqualTo(FAILURE.reason());
    }

    private Event only() {
        List<Event> events = api.all(Event.class);
        assertThat(events).hasSize(1);
        return events.get(0);
    }
}
