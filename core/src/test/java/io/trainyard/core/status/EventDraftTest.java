package io.trainyard.core.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Events of one reconcile (STATUS-21)")
final class EventDraftTest {
    @Test
    @DisplayName("of ten thousand, which one TrainJob can cause, ten are told, and how many more there are")
    void ofManyOnlyTheFirst() {
        List<EventDraft> few = EventDraft.few(drafts(12_800));

        assertThat(few).hasSize(10).startsWith(drafts(9).toArray(EventDraft[]::new));
        assertThat(few.get(9).message()).isEqualTo("number 9; and 12790 more like these");
    }

    @Test
    void fewAreToldAsTheyAre() {
        assertThat(EventDraft.few(drafts(10))).isEqualTo(drafts(10));
        assertThat(EventDraft.few(List.of())).isEmpty();
    }

    private static List<EventDraft> drafts(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> EventDraft.warning("OverrideIgnored", "number " + number))
                .toList();
    }
}
