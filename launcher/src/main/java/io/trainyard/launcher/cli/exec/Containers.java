package io.trainyard.launcher.cli.exec;

import io.trainyard.local.kubelet.process.LiveContainer;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the container that a user means. Pure. */
final class Containers {
    private static final Pattern GENERATED_SUFFIX = Pattern.compile("-[a-z0-9]{5}$");

    private Containers() {}

    /** That of a node of the trainer: pods are called JOB-node-0-INDEX and five letters. The first that runs is node 0 of a job without such names. */
    static Optional<LiveContainer> ofNode(List<LiveContainer> live, int index) {
        Optional<LiveContainer> named = live.stream()
                .filter(each ->
                        GENERATED_SUFFIX.matcher(each.pod()).replaceFirst("").endsWith("-node-0-" + index))
                .findFirst();
        return named.isPresent() || index > 0 ? named : live.stream().findFirst();
    }

    /** The first whose pod has such a name, or one with this in it. */
    static Optional<LiveContainer> ofPod(List<LiveContainer> live, String name) {
        return live.stream().filter(each -> each.pod().equals(name)).findFirst().or(() -> live.stream()
                .filter(each -> each.pod().contains(name))
                .findFirst());
    }
}
