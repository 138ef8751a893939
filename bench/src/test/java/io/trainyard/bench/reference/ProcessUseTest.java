package io.trainyard.bench.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What Linux tells of a process")
final class ProcessUseTest {
    private static final String STATUS =
            """
            Name:	java
            VmPeak:	 4000000 kB
            VmHWM:	  250000 kB
            VmRSS:	  200000 kB
            RssAnon:	  150000 kB
            RssFile:	   50000 kB
            """;

    private static final String STAT =
            "77 (a program (1) of 3) S 1 77 77 0 -1 4194304 9000 0 12 0 250 50 7 3 20 0 30 0 12345 4096000000 51200";

    @Test
    void memoryIsReadByName() {
        ProcessUse use = ProcessUse.parse(STATUS, "Rss:  200000 kB\nPss:  180000 kB\nPss_Anon: 150000 kB\n", STAT);

        assertThat(use.residentKibibytes()).isEqualTo(200_000);
        assertThat(use.anonymousKibibytes()).isEqualTo(150_000);
        assertThat(use.peakKibibytes()).isEqualTo(250_000);
        assertThat(use.proportionalKibibytes()).hasValue(180_000);
    }

    @Test
    void processorTimeIsThatOfUserAndKernelWhateverTheProgramIsCalled() {
        assertThat(ProcessUse.parse(STATUS, "", STAT).processor()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void whatMayNotBeReadIsLeftOutAndWhatIsMissingIsAnError() {
        assertThat(ProcessUse.parse(STATUS, "", STAT).proportionalKibibytes()).isEmpty();
        assertThatThrownBy(() -> ProcessUse.parse("Name:	kernel thread\n", "", STAT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("VmRSS");
    }

    @Test
    void theMachinesTimeLeavesOutWhatWasIdleAndWhatGuestsUsedTwice() {
        assertThat(ProcessorTime.parseMachine("cpu  100 20 30 9000 500 1 2 3 60 4\ncpu0 1 2 3\n"))
                .isEqualTo(Duration.ofMillis(1_560));
    }

    @Test
    void othersAreWhoeverUsedTheMachineBesidesThoseThatAreKnown() {
        ProcessorTime used = new ProcessorTime(
                10_000_000_000L,
                Duration.ofSeconds(2),
                Duration.ofSeconds(5),
                Duration.ofSeconds(1),
                Duration.ofSeconds(13));

        assertThat(used.processorsOfOthers()).isEqualTo(0.5);
    }
}
