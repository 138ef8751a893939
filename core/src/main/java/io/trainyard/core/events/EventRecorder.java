package io.trainyard.core.events;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.memory.BoundedCache;
import io.trainyard.core.memory.CacheOwner;
import io.trainyard.core.memory.Weight;
import io.trainyard.core.status.EventDraft;
import io.trainyard.foundation.regex.PlainText;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.scheduler.UnschedulableGangs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes core/v1 events about TrainJobs. Never fails and never waits: an event that cannot be written is logged and lost. The same event
 * again raises the count of the first; that of a failure at most once a minute, that of a
 * notice at most every five. What schedulers say of a gang is the same event when only numbers differ: it has the text that was written last. Lives on the event loop.
 */
public final class EventRecorder {
    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);
    private static final String COMPONENT = "trainer-trainjob-controller";
    private static final Duration QUIET = Duration.ofMinutes(1);
    private static final Duration NOTICE_QUIET = Duration.ofMinutes(5);
    private static final int MAX_MESSAGE_LENGTH = 1024;
    private static final int MAX_NAME_LENGTH = 200;
    private static final Duration REMEMBERED = Duration.ofDays(1);

    /** What is counted together. */
    private record Subject(String uid, String reason, String text) {}

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
    private final PreferredVersion version;
    private final BoundedCache<Subject, Series> recent;

    /**
     * A recorder.
     *
     * @param withRoutine whether events of {@link EventDraft.Severity#ROUTINE} are written too; they cost two requests per TrainJob
     */
    public EventRecorder(KubeApi api, TimeSource time, boolean withRoutine) {
        this.api = api;
        this.time = time;
        this.withRoutine = withRoutine;
        this.version = new PreferredVersion(api, time);
        this.recent = new BoundedCache<>(
                CacheOwner.EVENTS,
                time,
                (subject, series) -> Weight.of(List.of(subject.uid, subject.reason, subject.text, series.name)));
    }

    /** Tells the users of a TrainJob. */
    public void record(TrainJob trainJob, EventDraft draft) {
        if (draft.severity() == EventDraft.Severity.ROUTINE && !withRoutine) {
            return;
        }
        String message = shortened(draft.message());
        Subject subject = new Subject(
                trainJob.getMetadata().getUid(),
                draft.reason(),
                draft.reason().equals(UnschedulableGangs.EVENT) ? EventDraft.withoutNumbers(message) : message);
        @Nullable Series series = recent.get(subject).orElse(null);
        if (series == null) {
            create(trainJob, draft, subject, message);
            return;
        }
        series.count++;
        if (time.nanos() - series.lastWritten >= quiet(draft.severity()).toNanos()) {
            series.lastWritten = time.nanos();
            repeat(trainJob, draft, subject, series, message);
        }
    }

    /** What a user did is told each time; what fails again and again is not. */
    private static Duration quiet(EventDraft.Severity severity) {
        return switch (severity) {
            case ROUTINE, NORMAL -> Duration.ZERO;
            case WARNING -> QUIET;
            case NOTICE -> NOTICE_QUIET;
        };
    }

    private void create(TrainJob trainJob, EventDraft draft, Subject subject, String message) {
        String name = shortName(trainJob) + "." + suffix(trainJob, draft);
        Series series = new Series(name, time.nanos());
        recent.put(subject, series, REMEMBERED);
        Instant now = time.now();
        version.ofTrainJobs()
                .chain(apiVersion -> api.create(event(trainJob, apiVersion, name, draft, message, now)))
                .subscribe()
                .with(written -> {}, failure -> {
                    if (!isRefused(failure)) {
                        recent.remove(subject);
                    }
                    logLoss(trainJob, draft, failure);
                });
    }

    /** Most likely it would be again, as in a namespace that is being deleted: nobody asks before an event that exists would be written again. */
    private static boolean isRefused(Throwable failure) {
        return failure instanceof ApiFailure answer
                && switch (answer.kind()) {
                    case FORBIDDEN, CONFLICT, INVALID -> true;
                    default -> false;
                };
    }

    /** The API server drops events after an hour or so; the next one is then the first of a new series. */
    private void repeat(TrainJob trainJob, EventDraft draft, Subject subject, Series series, String message) {
        Map<String, Object> patch =
                Map.of("count", series.count, "lastTimestamp", Occurrence.timestamp(time.now()), "message", message);
        api.mergePatch(Event.class, trainJob.getMetadata().getNamespace(), series.name, patch)
                .subscribe()
                .with(written -> {}, failure -> {
                    if (ApiFailure.Kind.NOT_FOUND.isOf(failure)) {
                        create(trainJob, draft, subject, message);
                    } else {
                        logLoss(trainJob, draft, failure);
                    }
                });
    }

    private static boolean isWarning(EventDraft.Severity severity) {
        return severity == EventDraft.Severity.WARNING || severity == EventDraft.Severity.NOTICE;
    }

    private static void logLoss(TrainJob trainJob, EventDraft draft, Throwable failure) {
        LOG.atDebug()
                .addKeyValue("trainJob", trainJob.key())
                .addKeyValue("reason", draft.reason())
                .setCause(failure)
                .log("event not written");
    }

    private static Event event(
            TrainJob trainJob, String apiVersion, String name, EventDraft draft, String message, Instant now) {
        ObjectMeta metadata = new ObjectMetaBuilder()
                .withName(name)
                .withNamespace(trainJob.getMetadata().getNamespace())
                .build();
        String type = isWarning(draft.severity()) ? "Warning" : "Normal";
        return new Occurrence(trainJob, apiVersion, type, draft.reason(), message)
                .event(metadata, COMPONENT, now)
                .withAction("Reconciling")
                .build();
    }

    /** As much of the TrainJob's name as leaves room for the suffix, and ends as a name must. */
    private static String shortName(TrainJob trainJob) {
        String name = trainJob.getMetadata().getName();
        return name.length() <= MAX_NAME_LENGTH ? name : PlainText.withoutEnd(name.substring(0, MAX_NAME_LENGTH), "-.");
    }

    /** Unique for this occurrence. */
    private String suffix(TrainJob trainJob, EventDraft draft) {
        int subject = Objects.hash(trainJob.getMetadata().getUid(), draft.reason(), draft.message());
        return Long.toHexString(time.nanos() ^ subject);
    }

    private static String shortened(String message) {
        return message.length() <= MAX_MESSAGE_LENGTH ? message : message.substring(0, MAX_MESSAGE_LENGTH - 4) + " ...";
    }
}
