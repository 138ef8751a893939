package io.trainyard.launcher.gang;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What holds for every template, through every scheduler's plugin to the objects that are sent. */
final class StartOfGangsPropertyTest {
    @Property(tries = 300, seed = "20260101")
    @Label(
            "whatever the order of start, no scheduler waits for pods that cannot exist: all are placed in the end (GANG-30 to GANG-40)")
    void nobodyWaitsForEver(
            @ForAll Scheduler scheduler,
            @ForAll @IntRange(min = 1, max = 6) int jobs,
            @ForAll boolean inOrder,
            @ForAll long seed) {
        Random random = new Random(seed);
        Template template = Template.random(jobs, inOrder, random);
        CompiledGangs gangs = CompiledGangs.of(scheduler, template);

        assertThat(new StartOfGangs(gangs).stuck(random))
                .as(template.toString())
                .isEmpty();
    }

    @Property(tries = 300, seed = "20260101")
    @Label(
            "every pod says one group at most, which is built, and only where the scheduler wants no group is there none (GANG-12)")
    void everyPodIsCoveredOnce(
            @ForAll Scheduler scheduler,
            @ForAll @IntRange(min = 1, max = 6) int jobs,
            @ForAll boolean inOrder,
            @ForAll long seed) {
        CompiledGangs gangs = CompiledGangs.of(scheduler, Template.random(jobs, inOrder, new Random(seed)));

        for (Map<String, Object> job : gangs.replicatedJobs()) {
            Optional<String> group = gangs.group(job);
            if (group.isPresent()) {
                assertThat(gangs.minimums()).containsKey(group.get());
            } else {
                assertThat(scheduler).isEqualTo(Scheduler.COSCHEDULING);
            }
        }
        assertThat(gangs.minimums()).containsKey("run").allSatisfy((name, minimum) -> assertThat(minimum)
                .isBetween(
                        1,
                        gangs.replicatedJobs().stream()
                                .filter(job -> gangs.group(job).equals(Optional.of(name)))
                                .mapToInt(CompiledGangs::pods)
                                .sum()));
    }
}
