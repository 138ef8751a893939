package io.trainyard.launcher.gang;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * Plays JobSet, which creates pods in the order of start, and a scheduler in a cluster with room for all of them, which places no pod of a group before
 * the minimum of the group exists. Jobs that others wait for to be complete end as soon as it pleases; the others run on.
 */
final class StartOfGangs {
    private enum State {
        ABSENT,
        PENDING,
        RUNNING,
        DONE
    }

    private final CompiledGangs gangs;
    private final Map<String, State> states = new LinkedHashMap<>();

    StartOfGangs(CompiledGangs gangs) {
        this.gangs = gangs;
        gangs.replicatedJobs().forEach(job -> states.put(CompiledGangs.name(job), State.ABSENT));
    }

    /** The jobs whose pods were never placed, after all that can happen has happened in any order. */
    List<String> stuck(Random order) {
        List<Runnable> possible = possibleSteps();
        while (!possible.isEmpty()) {
            possible.get(order.nextInt(possible.size())).run();
            possible = possibleSteps();
        }
        return states.entrySet().stream()
                .filter(job -> job.getValue() == State.ABSENT || job.getValue() == State.PENDING)
                .map(Map.Entry::getKey)
                .toList();
    }

    private List<Runnable> possibleSteps() {
        List<Runnable> steps = new ArrayList<>();
        for (Map<String, Object> job : gangs.replicatedJobs()) {
            String name = CompiledGangs.name(job);
            next(job, name).ifPresent(state -> steps.add(() -> states.put(name, state)));
        }
        return steps;
    }

    private Optional<State> next(Map<String, Object> job, String name) {
        return switch (states.get(name)) {
            case ABSENT -> mayBeCreated(job) ? Optional.of(State.PENDING) : Optional.empty();
            case PENDING -> mayBePlaced(job) ? Optional.of(State.RUNNING) : Optional.empty();
            case RUNNING -> mustComplete(name) ? Optional.of(State.DONE) : Optional.empty();
            case DONE -> Optional.empty();
        };
    }

    private boolean mayBeCreated(Map<String, Object> job) {
        int place = gangs.replicatedJobs().indexOf(job);
        boolean itsTurn = !gangs.inOrder()
                || place == 0
                || isReady(CompiledGangs.name(gangs.replicatedJobs().get(place - 1)));
        return itsTurn
                && Tree.objects(job, "dependsOn").stream()
                        .allMatch(edge -> isComplete(edge)
                                ? states.get(CompiledGangs.name(edge)) == State.DONE
                                : isReady(CompiledGangs.name(edge)));
    }

    private boolean isReady(String name) {
        return states.get(name) == State.RUNNING || states.get(name) == State.DONE;
    }

    private boolean mayBePlaced(Map<String, Object> job) {
        Optional<String> group = gangs.group(job);
        // A pod without a group is nobody's business but its own.
        return group.isEmpty() || existingPods(group.get()) >= gangs.minimums().get(group.get());
    }

    private int existingPods(String group) {
        return gangs.replicatedJobs().stream()
                .filter(job -> gangs.group(job).equals(Optional.of(group)))
                .filter(job -> counts(states.get(CompiledGangs.name(job))))
                .mapToInt(CompiledGangs::pods)
                .sum();
    }

    private boolean counts(State state) {
        return state == State.PENDING
                || state == State.RUNNING
                || state == State.DONE && gangs.scheduler().countsFinishedPods();
    }

    private boolean mustComplete(String name) {
        return gangs.replicatedJobs().stream()
                .flatMap(job -> Tree.objects(job, "dependsOn").stream())
                .anyMatch(edge -> isComplete(edge) && CompiledGangs.name(edge).equals(name));
    }

    private static boolean isComplete(Map<String, Object> edge) {
        return Tree.string(edge, "status").orElseThrow().equals("Complete");
    }
}
