package io.trainyard.core.view;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventSeries;
import io.fabric8.kubernetes.api.model.EventSource;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.trainyard.foundation.time.Rfc3339;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Puts events of several objects into one order. Pure. */
final class EventViews {
    /** Controllers write a thousand letters; anybody may write an event of a megabyte. */
    private static final int MAX_MESSAGE_LENGTH = 4_096;

    private EventViews() {}

    /**
     * The events by time, the oldest first, each once.
     *
     * @param now the time of an event that has none at all
     */
    static List<EventView> of(List<Event> events, Instant now) {
        Set<String> seen = new LinkedHashSet<>();
        return events.stream()
                .filter(event -> event.getMetadata() == null
                        || event.getMetadata().getUid() == null
                        || seen.add(event.getMetadata().getUid()))
                .map(event -> of(event, now))
                .sorted(Comparator.comparing(EventView::at).thenComparing(EventView::first))
                .toList();
    }

    private static EventView of(Event event, Instant now) {
        Optional<EventSeries> series = Optional.ofNullable(event.getSeries());
        Optional<ObjectReference> subject = Optional.ofNullable(event.getInvolvedObject());
        Optional<Instant> exact = time(event.getEventTime());
        Instant last = first(Stream.of(
                        series.flatMap(repeated -> time(repeated.getLastObservedTime())),
                        Rfc3339.parse(event.getLastTimestamp()),
                        exact,
                        Rfc3339.parse(event.getFirstTimestamp()),
                        Optional.ofNullable(event.getMetadata())
                                .flatMap(metadata -> Rfc3339.parse(metadata.getCreationTimestamp()))))
                .orElse(now);
        return new EventView(
                last,
                first(Stream.of(Rfc3339.parse(event.getFirstTimestamp()), exact))
                        .orElse(last),
                Math.max(
                        1,
                        series.map(EventSeries::getCount)
                                .or(() -> Optional.ofNullable(event.getCount()))
                                .orElse(1)),
                "Warning".equals(event.getType()),
                text(subject.map(ObjectReference::getKind).orElse("")),
                text(subject.map(ObjectReference::getName).orElse("")),
                text(event.getReason()),
                cut(text(event.getMessage())),
                text(Optional.ofNullable(event.getReportingComponent())
                        .filter(component -> !component.isEmpty())
                        .or(() -> Optional.ofNullable(event.getSource()).map(EventSource::getComponent))
                        .orElse("")));
    }

    private static Optional<Instant> time(@Nullable MicroTime time) {
        return time == null ? Optional.empty() : Rfc3339.parse(time.getTime());
    }

    private static Optional<Instant> first(Stream<Optional<Instant>> times) {
        return times.flatMap(Optional::stream).findFirst();
    }

    private static String text(@Nullable String text) {
        return Objects.requireNonNullElse(text, "");
    }

    private static String cut(String message) {
        if (message.length() <= MAX_MESSAGE_LENGTH) {
            return message;
        }
        // Half of a character is none.
        int end = Character.isHighSurrogate(message.charAt(MAX_MESSAGE_LENGTH - 1))
                ? MAX_MESSAGE_LENGTH - 1
                : MAX_MESSAGE_LENGTH;
        return message.substring(0, end) + "…";
    }
}
