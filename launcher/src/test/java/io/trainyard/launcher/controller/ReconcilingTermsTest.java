package io.trainyard.launcher.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.trainyard.foundation.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Terms of leadership (OPS-05)")
final class ReconcilingTermsTest {
    private final ManualTimeSource time = new ManualTimeSource();
    private final Work work = new Work();
    private final ReconcilingTerms terms =
            new ReconcilingTerms(work, time, () -> work.done.add("run again"), () -> work.done.add("give up"));

    @Test
    void whoLosesTheLeadRunsForItAgainOnlyWhenEverythingHasEnded() {
        terms.elected();
        assertThat(terms.isWorking()).isTrue();

        terms.lost("the lease is held by another");
        time.advance(Duration.ofSeconds(100));
        assertThat(terms.isWorking()).isFalse();
        assertThat(work.done).containsExactly("start", "drain");

        work.drained.complete(null);
        assertThat(work.done).containsExactly("start", "drain", "run again");
    }

    @Test
    void aFurtherTermIsLikeTheFirst() {
        terms.elected();
        terms.lost("first");
        work.drained.complete(null);

        terms.elected();
        assertThat(terms.isWorking()).isTrue();
        terms.lost("second");
        work.drained.complete(null);

        assertThat(work.done).containsExactly("start", "drain", "run again", "start", "drain", "run again");
    }

    @Test
    @DisplayName("what does not end within two minutes ends the process: it must not write in a later term")
    void whatDoesNotEndEndsTheProcess() {
        terms.elected();
        terms.lost("too slow");

        time.advance(Duration.ofMinutes(2));
        assertThat(work.done).containsExactly("start", "drain", "give up");

        work.drained.complete(null);
        assertThat(work.done).doesNotContain("run again");
    }

    @Test
    void aProcessThatEndsNeitherBeginsNorRunsAgain() {
        terms.elected();
        terms.lost("too slow");
        terms.end();
        work.drained.complete(null);
        terms.elected();

        assertThat(work.done).containsExactly("start", "drain");
        assertThat(terms.isWorking()).isFalse();
    }

    private static final class Work implements ReconcilingTerms.Reconciling {
        private final List<String> done = new ArrayList<>();
        private UniEmitter<? super Void> drained;

        @Override
        public void startReconciling() {
            done.add("start");
        }

        @Override
        public Uni<Void> drain() {
            done.add("drain");
            return Uni.createFrom().emitter(emitter -> drained = emitter);
        }
    }
}
