package io.trainyard.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What is remembered of what others send is bounded (OPS-131)")
final class BoundedCacheTest {
    private static final CacheOwner OWNER = CacheOwner.REPORTING_JOBS;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final ManualTimeSource time = new ManualTimeSource();
    private final List<String> forgotten = new ArrayList<>();

    /** Values are as heavy as their number says. */
    private final BoundedCache<Integer, Integer> cache =
            new BoundedCache<>(OWNER, time, (key, bytes) -> bytes, value -> forgotten.add(String.valueOf(value)));

    private final long before = OWNER.bytes();

    @Test
    void allCachesTogetherTakeAtMost48MiB() {
        assertThat(Arrays.stream(CacheOwner.values())
                        .mapToLong(CacheOwner::maxBytes)
                        .sum())
                .isLessThanOrEqualTo(48 << 20);
    }

    @Test
    void whatWasUsedLongestAgoMakesRoomAndTheOwnerKnowsTheBytes() {
        int third = OWNER.maxBytes() / 3 - Weight.ENTRY;
        cache.put(1, third, MINUTE);
        cache.put(2, third - 1, MINUTE);
        cache.put(3, third, MINUTE);
        assertThat(cache.get(1)).isPresent();

        cache.put(4, third, MINUTE);

        assertThat(cache.get(2)).isEmpty();
        assertThat(cache.get(1)).isPresent();
        assertThat(cache.get(3)).isPresent();
        assertThat(cache.get(4)).isPresent();
        assertThat(forgotten).containsExactly(String.valueOf(third - 1));
        assertThat(OWNER.bytes() - before).isEqualTo(3L * (third + Weight.ENTRY));
    }

    @Test
    void aMillionValuesStayBelowTheBytesOfTheOwner() {
        for (int i = 0; i < 1_000_000; i++) {
            cache.put(i, 100, MINUTE);
        }

        assertThat(OWNER.bytes() - before).isBetween(OWNER.maxBytes() - 1_000L, (long) OWNER.maxBytes());
    }

    @Test
    void aValueIsForgottenAfterItsTimeAndItsBytesWithIt() {
        cache.put(1, 10, MINUTE);
        time.advance(MINUTE.minusNanos(1));
        assertThat(cache.get(1)).hasValue(10);

        time.advance(Duration.ofNanos(1));

        assertThat(cache.get(1)).isEmpty();
        assertThat(OWNER.bytes()).isEqualTo(before);
        assertThat(forgotten).containsExactly("10");
    }

    @Test
    void whatLivesLongerDoesNotKeepAnOldValueAlive() {
        cache.put(1, 10, MINUTE.multipliedBy(2));
        cache.put(2, 20, MINUTE);
        time.advance(MINUTE);

        assertThat(cache.get(2)).isEmpty();
        assertThat(cache.get(1)).hasValue(10);
    }

    @Test
    void aValueThatIsPutAgainReplacesTheOldOneAndItsBytes() {
        cache.put(1, 10, MINUTE);
        cache.put(1, 30, MINUTE);

        assertThat(cache.get(1)).hasValue(30);
        assertThat(OWNER.bytes() - before).isEqualTo(30 + Weight.ENTRY);
        assertThat(forgotten).isEmpty();
    }

    @Test
    void oneValueThatIsLargerThanEverythingDrivesNothingOut() {
        cache.put(1, 10, MINUTE);
        cache.put(2, OWNER.maxBytes(), MINUTE);

        assertThat(cache.get(1)).isPresent();
        assertThat(cache.get(2)).isEmpty();
    }

    @Test
    void theWeightOfATreeIsThatOfAllItsTexts() {
        assertThat(Weight.of(Map.of("a".repeat(100), List.of("b".repeat(1_000), 7))))
                .isBetween(1_100, 1_600);
    }
}
