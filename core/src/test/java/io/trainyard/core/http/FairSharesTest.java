package io.trainyard.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("FairShares (OPS-130)")
final class FairSharesTest {
    private final Set<String> answering = new HashSet<>();
    private final List<String> closed = new ArrayList<>();

    private FairShares<String> room(int total, int perAddress) {
        return new FairShares<>(
                total, perAddress, FairSharesTest::address, (connection, lead) -> !answering.contains(connection));
    }

    /** Connections are named by their address and a number. */
    private static String address(String connection) {
        return connection.substring(0, 1);
    }

    private boolean enter(FairShares<String> room, String connection) {
        Optional<String> goes = room.enter(connection);
        goes.filter(other -> !other.equals(connection)).ifPresent(closed::add);
        return !goes.equals(Optional.of(connection));
    }

    @Test
    void whereThereIsRoomNobodyGoes() {
        FairShares<String> room = room(4, 3);

        assertThat(List.of("a1", "a2", "b1", "b2")).allMatch(connection -> enter(room, connection));
        assertThat(closed).isEmpty();
    }

    @Test
    void theIdlestOfTheAddressThatHasTheMostGoes() {
        FairShares<String> room = room(5, 5);
        List.of("b1", "a1", "a2", "a3", "b2").forEach(connection -> enter(room, connection));
        room.touch("a1");

        assertThat(enter(room, "c1")).isTrue();

        assertThat(closed).containsExactly("a2");
    }

    @Test
    void theIdlestOfAllGoesWhereAllHaveAsMany() {
        FairShares<String> room = room(3, 3);
        List.of("a1", "b1", "c1").forEach(connection -> enter(room, connection));
        room.touch("a1");

        assertThat(enter(room, "d1")).isTrue();

        assertThat(closed).containsExactly("b1");
    }

    @Test
    void anAddressThatHasItsShareChangesItsOwnOnly() {
        FairShares<String> room = room(10, 2);
        List.of("b1", "a1", "a2").forEach(connection -> enter(room, connection));

        assertThat(enter(room, "a3")).isTrue();

        assertThat(closed).containsExactly("a1");
    }

    @Test
    void whoHasTheMostGetsRoomAtHisOwnCostOnly() {
        FairShares<String> room = room(4, 4);
        List.of("b1", "a1", "a2", "a3").forEach(connection -> enter(room, connection));

        assertThat(enter(room, "a4")).isTrue();

        assertThat(closed).containsExactly("a1");
    }

    @Test
    void oneThatIsBeingAnsweredStays() {
        FairShares<String> room = room(3, 3);
        List.of("a1", "a2", "b1").forEach(connection -> enter(room, connection));
        answering.add("a1");

        assertThat(enter(room, "c1")).isTrue();
        assertThat(closed).containsExactly("a2");
    }

    @Test
    void aNewcomerIsRefusedWhenNobodyMayGo() {
        FairShares<String> room = room(2, 2);
        List.of("a1", "b1").forEach(connection -> enter(room, connection));
        answering.addAll(List.of("a1", "b1"));

        assertThat(enter(room, "c1")).isFalse();
        assertThat(closed).isEmpty();
    }

    @Test
    void aNewcomerTakesNoPlaceOfAnAddressThatHasNoMoreThanHis() {
        FairShares<String> room = room(2, 2);
        List.of("a1", "b1").forEach(connection -> enter(room, connection));
        answering.add("a1");

        assertThat(enter(room, "a2")).isFalse();
        assertThat(closed).isEmpty();
    }

    @Test
    void someGoOnlyForTheSakeOfAnAddressThatHasFewEnough() {
        FairShares<String> room = new FairShares<>(4, 4, FairSharesTest::address, (connection, lead) -> lead > 1);
        List.of("a1", "a2", "b1", "b2").forEach(connection -> enter(room, connection));

        assertThat(enter(room, "a3")).isFalse();
        assertThat(enter(room, "c1")).isTrue();
        assertThat(enter(room, "c2")).isFalse();
        assertThat(closed).containsExactly("a1");
    }

    @Test
    void thePlaceOfOneThatHasLeftIsFree() {
        FairShares<String> room = room(2, 1);
        List.of("a1", "b1").forEach(connection -> enter(room, connection));
        assertThat(room.leave("a1")).isTrue();
        assertThat(room.leave("a1")).isFalse();

        assertThat(enter(room, "a2")).isTrue();
        assertThat(closed).isEmpty();
    }

    @Test
    void whoIsInComesInOnce() {
        FairShares<String> room = room(2, 2);
        enter(room, "a1");
        enter(room, "a1");
        enter(room, "a2");

        assertThat(closed).isEmpty();
    }
}
