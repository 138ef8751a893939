package io.trainyard.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("PortLimits (OPS-130)")
final class PortLimitsTest {
    private static final int MEBIBYTE = 1 << 20;

    /** As the image and the launcher set it: -XX:MaxDirectMemorySize. */
    private static final int OUTSIDE_THE_HEAP = 64 * MEBIBYTE;

    @Test
    void allPortsTogetherHoldLessThanHalfOfTheMemoryOutsideTheHeap() {
        List<PortLimits> ports = Arrays.stream(PortLimits.class.getFields())
                .filter(field -> Modifier.isStatic(field.getModifiers()))
                .map(PortLimitsTest::value)
                .toList();

        assertThat(ports).hasSize(5);
        assertThat(ports.stream().mapToLong(PortLimits::bytes).sum()).isLessThan(OUTSIDE_THE_HEAP / 2);
    }

    @Test
    void aPartTakesAtMostTwiceTheHeaderOrARecordOfTls() {
        assertThat(PortLimits.WEBHOOK.bytes()).isEqualTo(128 * 32 * 1024);
        assertThat(PortLimits.DASHBOARD.bytes()).isEqualTo(512 * 32 * 1024);
    }

    private static PortLimits value(java.lang.reflect.Field field) {
        try {
            return (PortLimits) field.get(null);
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
