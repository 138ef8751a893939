package io.trainyard.core.events;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.status.EventDraft;
import io.trainyard.core.time.TimeSource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes core/v1 events (OPS-41) about TrainJobs. Never fails and never waits: an event that cannot be written is logged and lost. The same event
 * again raises the count of the first; that of a failure at most once a minute (STATUS-21). Lives on the event loop.
 */
public final class EventRecorder {
    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);
    private static final String COMPONENT = "trainer-trainjob-controller";
    private static final Duration QUIET = Duration.ofMinutes(1);
    private static final int LONGEST_MESSAGE = 1024;
    private static final int LONGEST_NAME = 200;
    private static final int REMEMBERED = 10_000;

    private record Subject(String uid, String reason, String message) {}

    private static final class Series {
        private final String name;
        private int count = 1;
        private long lastWritten;

        Series(String name, long now) {
            this.name = name;
            this.lastWritten = now;
        }
    }

    private final KubeApi api;
    private final TimeSource time;
    private final boolean withRoutine;
    private final Map<Subject, Series> recent = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Subject, Series> eldest) {
            return size() > REMEMBERED;
        }
    };

    /**
     * A recorder.
     *
     * @param withRoutine whether events of {@link EventDraft.Severity#ROUTINE} are written too; they cost two requests per TrainJob
     */
    public EventRecorder(KubeApi api, TimeSource time, boolean withRoutine) {
        this.api = api;
        this.time = time;
        this.withRoutine = withRoutine;
    }

    /** Tells the users of a TrainJob. */
    public void record(TrainJob trainJob, EventDraft draft) {
        if (draft.severity() == EventDraft.Severity.ROUTINE && !withRoutine) {
            return;
        }
        String message = shortened(draft.message());
        Subject subject = new Subject(trainJob.getMetadata().getUid(), draft.reason(), message);
        @Nullable Series series = recent.get(subject);
        if (series == null) {
            create(trainJob, draft, subject);
            return;
        }
        series.count++;
        // What a user did is told each time; what fails again and again is not.
        boolean quiet =
                draft.severity() == EventDraft.Severity.WARNING && time.nanos() - series.lastWritten < QUIET.toNanos();
        if (!quiet) {
            series.lastWritten = time.nanos();
            repeat(trainJob, draft, subject, series);
        }
    }

    private void create(TrainJob trainJob, EventDraft draft, Subject subject) {
        Event event = event(trainJob, draft, subject.message());
        Series series = new Series(event.getMetadata().getName(), time.nanos());
        recent.put(subject, series);
        api.create(event).subscribe().with(written -> {}, failure -> {
            recent.remove(subject, series);
            logLoss(trainJob, draft, failure);
        });
    }

    /** The API server drops events after an hour or so; the next one is then the first of a new series. */
    private void repeat(TrainJob trainJob, EventDraft draft, Subject subject, Series series) {
        Map<String, Object> patch = Map.of("count", series.count, "lastTimestamp", timestamp());
        api.mergePatch(Event.class, trainJob.getMetadata().getNamespace(), series.name, patch)
                .subscribe()
                .with(written -> {}, failure -> {
                    if (failure instanceof ApiFailure refusal && refusal.kind() == ApiFailure.Kind.NOT_FOUND) {
                        create(trainJob, draft, subject);
                    } else {
                        logLoss(trainJob, draft, failure);
                    }
                });
    }

    private static void logLoss(TrainJob trainJob, EventDraft draft, Throwable failure) {
        LOG.atDebug()
                .addKeyValue("trainJob", trainJob.key())
                .addKeyValue("reason", draft.reason())
                .setCause(failure)
                .log("event not written");
    }

    private Event event(TrainJob trainJob, EventDraft draft, String message) {
        String timestamp = timestamp();
        String name = shortName(trainJob) + "." + suffix(trainJob, draft);
        return new EventBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(trainJob.getMetadata().getNamespace())
                .endMetadata()
                .withNewInvolvedObject()
                .withApiVersion(TrainerApi.API_VERSION)
                .withKind(TrainerApi.TRAIN_JOB)
                .withNamespace(trainJob.getMetadata().getNamespace())
                .withName(trainJob.getMetadata().getName())
                .withUid(trainJob.getMetadata().getUid())
                .withResourceVersion(trainJob.getMetadata().getResourceVersion())
                .endInvolvedObject()
                .withType(draft.severity() == EventDraft.Severity.WARNING ? "Warning" : "Normal")
                .withReason(draft.reason())
                .withMessage(message)
                .withFirstTimestamp(timestamp)
                .withLastTimestamp(timestamp)
                .withCount(1)
                .withNewSource()
                .withComponent(COMPONENT)
                .endSource()
                .withReportingComponent(COMPONENT)
                .withReportingInstance(COMPONENT)
                .withAction("Reconciling")
                .build();
    }

    /** As much of the TrainJob's name as leaves room for the suffix, and ends as a name must. */
    private static String shortName(TrainJob trainJob) {
        String name = trainJob.getMetadata().getName();
        return name.length() <= LONGEST_NAME
                ? name
                : name.substring(0, LONGEST_NAME).replaceAll("[-.]+$", "");
    }

    /** Unique for this occurrence. */
    private String suffix(TrainJob trainJob, EventDraft draft) {
        int subject = Objects.hash(trainJob.getMetadata().getUid(), draft.reason(), draft.message());
        return Long.toHexString(time.nanos() ^ subject);
    }

    private String timestamp() {
        Instant now = time.now().truncatedTo(ChronoUnit.SECONDS);
        return now.toString();
    }

    private static String shortened(String message) {
        return message.length() <= LONGEST_MESSAGE ? message : message.substring(0, LONGEST_MESSAGE - 4) + " ...";
    }
}
