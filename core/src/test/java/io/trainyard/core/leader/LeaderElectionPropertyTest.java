package io.trainyard.core.leader;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.leader.Candidate.Rhythm;
import io.trainyard.core.leader.LeaseServer.Fate;
import io.trainyard.core.leader.LeaseServer.Network;
import io.trainyard.foundation.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;

@Label("Leader election: at no instant two leaders (FAB-60)")
final class LeaderElectionPropertyTest {
    private static final Duration TICK = Duration.ofMillis(50);
    private static final Duration STORM = Duration.ofMinutes(3);

    @Property(tries = 300, seed = "20260101")
    void atNoInstantTwoLeadWhateverTheNetworkDoesAndInTheEndOneDoes(@ForAll long seed, @ForAll Rhythm rhythm) {
        var random = new Random(seed);
        var time = new ManualTimeSource();
        var server = new LeaseServer(time);
        var networks = new ArrayList<BadNetwork>();
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            var network = new BadNetwork(random);
            networks.add(network);
            candidates.add(new Candidate("c" + i, server.through(network), time, rhythm));
            candidates.get(i).elector.start();
        }
        List<Candidate> stopped = new ArrayList<>();
        int restarts = 0;

        for (long elapsed = 0; elapsed < STORM.toMillis(); elapsed += TICK.toMillis()) {
            time.advance(TICK);
            assertThat(leaders(candidates)).as("leaders after %s ms", elapsed).isLessThanOrEqualTo(1);
            assertThat(leaders(stopped)).isZero();
            if (random.nextInt(400) == 0) {
                networks.forEach(BadNetwork::changeWeather);
            }
            for (int i = 0; i < candidates.size(); i++) {
                Candidate candidate = candidates.get(i);
                // Who has lost the lead runs for it again, sooner or later.
                if (candidate.hasLost() && random.nextInt(20) == 0) {
                    candidate.elector.start();
                }
                if (random.nextInt(300) == 0) {
                    candidate.hangsFrom(time);
                } else if (random.nextInt(100) == 0) {
                    candidate.heartbeatAge = () -> Duration.ZERO;
                }
                // A process is told to end, and another one takes its place.
                if (random.nextInt(1_000) == 0) {
                    candidates.get(i).elector.stop().subscribe().with(done -> {});
                    stopped.add(candidates.get(i));
                    candidates.set(i, new Candidate("r" + restarts++, server.through(networks.get(i)), time, rhythm));
                    candidates.get(i).elector.start();
                }
            }
        }

        networks.forEach(BadNetwork::calm);
        candidates.forEach(candidate -> candidate.heartbeatAge = () -> Duration.ZERO);
        candidates.stream().filter(Candidate::hasLost).forEach(candidate -> candidate.elector.start());
        time.advance(Duration.ofSeconds(60));
        assertThat(leaders(candidates)).isEqualTo(1);
        stopped.addAll(candidates);
        assertThat(stopped).allSatisfy(candidate -> assertThat(candidate.terms())
                .as("who was elected is told of the loss before it is elected again")
                .doesNotContainSequence("elected", "elected")
                .doesNotContainSequence("lost", "lost"));
    }

    private static long leaders(List<Candidate> candidates) {
        return candidates.stream()
                .filter(candidate -> candidate.elector.isLeader())
                .count();
    }

    private static final class BadNetwork implements Network {
        private final Random random;
        private int badness;
        private int slowness;

        private BadNetwork(Random random) {
            this.random = random;
            changeWeather();
        }

        private void changeWeather() {
            badness = random.nextInt(4) * 33;
            slowness = random.nextInt(3) == 0 ? 6_000 : 30;
        }

        private void calm() {
            badness = 0;
            slowness = 30;
        }

        @Override
        public Fate fate() {
            Fate[] fates = Fate.values();
            return random.nextInt(100) < badness ? fates[random.nextInt(fates.length)] : Fate.ANSWERED;
        }

        @Override
        public Duration oneWay() {
            return Duration.ofMillis(random.nextInt(slowness));
        }
    }
}
