package io.trainyard.core.reconcile;

import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds in the pods of a failed TrainJob what failed first: pod, container, exit code and last words. Pure. */
final class FailureEvidence {
    private static final int MAX_MESSAGE_LENGTH = 300;

    private record Termination(Pod pod, String container, ContainerStateTerminated state) {}

    private FailureEvidence() {}

    /** Looks at pods some at a time, and remembers one of them. */
    static final class Search {
        private static final int MAX_PODS = 20_000;

        private Optional<Termination> first = Optional.empty();
        private int pods;

        /** Looks at these, too; false when these were enough. */
        boolean add(Collection<Pod> more) {
            pods += more.size();
            first = Stream.concat(
                            first.stream(),
                            more.stream()
                                    .flatMap(pod -> terminations(pod).stream())
                                    .filter(FailureEvidence::isFailure))
                    .min(Comparator.comparing(FailureEvidence::finishedAt));
            return pods < MAX_PODS;
        }

        /** The sentence about the one that failed first so far. */
        Optional<String> found() {
            return first.map(FailureEvidence::sentence);
        }
    }

    private static boolean isFailure(Termination termination) {
        return termination.state().getExitCode() != null && termination.state().getExitCode() != 0;
    }

    private static List<Termination> terminations(Pod pod) {
        List<Termination> terminations = new ArrayList<>();
        if (pod.getStatus() != null) {
            List<ContainerStatus> statuses = new ArrayList<>(pod.getStatus().getInitContainerStatuses());
            statuses.addAll(pod.getStatus().getContainerStatuses());
            for (ContainerStatus status : statuses) {
                Optional.ofNullable(status.getState())
                        .map(state -> state.getTerminated())
                        .or(() -> Optional.ofNullable(status.getLastState()).map(state -> state.getTerminated()))
                        .ifPresent(state -> terminations.add(new Termination(pod, status.getName(), state)));
            }
        }
        return terminations;
    }

    private static String finishedAt(Termination termination) {
        @Nullable String finished = termination.state().getFinishedAt();
        return finished == null ? "" : finished;
    }

    private static String sentence(Termination termination) {
        ContainerStateTerminated state = termination.state();
        StringBuilder text = new StringBuilder("container ")
                .append(termination.container())
                .append(" of pod ")
                .append(termination.pod().getMetadata().getName())
                .append(" exited with code ")
                .append(state.getExitCode());
        if (state.getReason() != null && !state.getReason().isEmpty()) {
            text.append(" (").append(state.getReason()).append(')');
        }
        if (state.getMessage() != null && !state.getMessage().isBlank()) {
            String words = state.getMessage().strip();
            text.append(": ")
                    .append(
                            words.length() <= MAX_MESSAGE_LENGTH
                                    ? words
                                    : "... " + words.substring(words.length() - MAX_MESSAGE_LENGTH));
        }
        return text.toString();
    }
}
