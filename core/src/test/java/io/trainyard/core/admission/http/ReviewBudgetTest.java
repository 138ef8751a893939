package io.trainyard.core.admission.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("ReviewBudget (CERT-07)")
final class ReviewBudgetTest {
    private static final int MEGABYTE = 1 << 20;

    @Test
    void aSenderWhoTakesAllThatIsHisLeavesTheRestToOthers() {
        ReviewBudget budget = new ReviewBudget(100L * MEGABYTE, 50L * MEGABYTE);
        ReviewBudget.Reservation first = budget.open("stranger");

        assertThat(first.grow(7 * MEGABYTE)).isTrue();
        assertThat(budget.open("stranger").grow(7 * MEGABYTE)).isFalse();
        assertThat(budget.open("api-server").grow(7 * MEGABYTE)).isTrue();
        assertThat(budget.open("another").grow(7 * MEGABYTE)).isFalse();
    }

    @Test
    void whatIsGivenBackMayBeTakenAgain() {
        ReviewBudget budget = new ReviewBudget(50L * MEGABYTE, 50L * MEGABYTE);
        ReviewBudget.Reservation first = budget.open("a");
        assertThat(first.grow(7 * MEGABYTE)).isTrue();
        ReviewBudget.Reservation second = budget.open("a");
        assertThat(second.grow(7 * MEGABYTE)).isFalse();

        first.release();
        first.release();

        assertThat(second.grow(7 * MEGABYTE)).isTrue();
        assertThat(first.grow(1)).isFalse();
    }

    @Test
    void aSmallReviewTakesWhatItsTreeMayTake() {
        assertThat(ReviewBudget.cost(10_000)).isEqualTo(260_000);
        assertThat(ReviewBudget.cost(7 * MEGABYTE)).isEqualTo(39L * MEGABYTE);
    }

    @Property(seed = "20260101")
    void nothingIsLeftWhenAllAreReleased(@ForAll long seed) {
        Random random = new Random(seed);
        ReviewBudget budget = new ReviewBudget(60L * MEGABYTE, 40L * MEGABYTE);
        List<ReviewBudget.Reservation> open = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            if (open.isEmpty() || random.nextInt(3) > 0) {
                open.add(budget.open("sender-" + random.nextInt(3)));
            }
            open.get(random.nextInt(open.size())).grow(random.nextInt(MEGABYTE));
            assertThat(budget.used()).isBetween(0L, 60L * MEGABYTE);
            if (random.nextInt(5) == 0) {
                open.get(random.nextInt(open.size())).release();
            }
        }

        open.forEach(ReviewBudget.Reservation::release);

        assertThat(budget.used()).isZero();
    }
}
