package io.trainyard.local.kubelet;

import io.trainyard.local.kubelet.life.BackOff;
import io.trainyard.local.time.TimeSource;
import java.time.Duration;
import java.util.Optional;

/**
 * How a kubelet is set up. Immutable; begin with {@link #of}.
 *
 * @param nodeName the pods with this {@code spec.nodeName} are run
 * @param registers whether to make and renew the Node object
 * @param rewritesNames whether names of pods are replaced by addresses in what programs get (LOCAL-69)
 * @param mapsPorts whether taken ports are replaced by free ones (LOCAL-73)
 * @param backOff the wait before a restart
 * @param failsFast whether a program that cannot be started twice in a row fails its pod (LOCAL-84)
 * @param longestGrace containers get at most this time to end, whatever their pod says (LOCAL-81)
 * @param setupLimit a pod fails when it could not be set up for so long, for want of a ConfigMap, say (trap 35)
 * @param largestLog a log file that grows beyond so many bytes is cut
 * @param time empty for time as it passes
 */
public record KubeletOptions(
        String nodeName,
        boolean registers,
        FolderOptions folders,
        ProgramOptions programs,
        boolean rewritesNames,
        boolean mapsPorts,
        BackOff backOff,
        boolean failsFast,
        Duration longestGrace,
        Duration setupLimit,
        long largestLog,
        Optional<TimeSource> time) {
    private static final BackOff LOCAL_BACK_OFF =
            new BackOff(Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofMinutes(10));
    private static final Duration LONGEST_GRACE = Duration.ofSeconds(10);
    private static final Duration SETUP_LIMIT = Duration.ofSeconds(60);
    private static final long LARGEST_LOG = 256L << 20;

    /** A kubelet as a laptop wants it. */
    public static KubeletOptions of(String nodeName, FolderOptions folders) {
        return new KubeletOptions(
                nodeName,
                true,
                folders,
                ProgramOptions.DEFAULT,
                true,
                true,
                LOCAL_BACK_OFF,
                true,
                LONGEST_GRACE,
                SETUP_LIMIT,
                LARGEST_LOG,
                Optional.empty());
    }

    public KubeletOptions withPrograms(ProgramOptions options) {
        return new KubeletOptions(
                nodeName,
                registers,
                folders,
                options,
                rewritesNames,
                mapsPorts,
                backOff,
                failsFast,
                longestGrace,
                setupLimit,
                largestLog,
                time);
    }

    /** Somebody else makes the Node object. */
    public KubeletOptions withoutRegistration() {
        return new KubeletOptions(
                nodeName,
                false,
                folders,
                programs,
                rewritesNames,
                mapsPorts,
                backOff,
                failsFast,
                longestGrace,
                setupLimit,
                largestLog,
                time);
    }

    /** Names of pods, and ports, stay as they are. */
    public KubeletOptions withoutNetwork() {
        return new KubeletOptions(
                nodeName,
                registers,
                folders,
                programs,
                false,
                false,
                backOff,
                failsFast,
                longestGrace,
                setupLimit,
                largestLog,
                time);
    }

    public KubeletOptions withMappedPorts(boolean mapped) {
        return new KubeletOptions(
                nodeName,
                registers,
                folders,
                programs,
                rewritesNames,
                mapped,
                backOff,
                failsFast,
                longestGrace,
                setupLimit,
                largestLog,
                time);
    }

    public KubeletOptions withBackOff(BackOff wait) {
        return new KubeletOptions(
                nodeName,
                registers,
                folders,
                programs,
                rewritesNames,
                mapsPorts,
                wait,
                failsFast,
                longestGrace,
                setupLimit,
                largestLog,
                time);
    }

    /** A program that cannot be started is tried again and again, as in a cluster. */
    public KubeletOptions withPatience() {
        return new KubeletOptions(
                nodeName,
                registers,
                folders,
                programs,
                rewritesNames,
                mapsPorts,
                backOff,
                false,
                longestGrace,
                setupLimit,
                largestLog,
                time);
    }

    public KubeletOptions withLongestGrace(Duration grace) {
        return new KubeletOptions(
                nodeName,
                registers,
                folders,
                programs,
                rewritesNames,
                mapsPorts,
                backOff,
                failsFast,
                grace,
                setupLimit,
                largestLog,
                time);
    }

    public KubeletOptions withSetupLimit(Duration limit) {
        return new KubeletOptions(
                nodeName,
                registers,
                folders,
                programs,
                rewritesNames,
                mapsPorts,
                backOff,
                failsFast,
                longestGrace,
                limit,
                largestLog,
                time);
    }

    public KubeletOptions withLargestLog(long bytes) {
        return new KubeletOptions(
                nodeName,
                registers,
                folders,
                programs,
                rewritesNames,
                mapsPorts,
                backOff,
                failsFast,
                longestGrace,
                setupLimit,
                bytes,
                time);
    }

    public KubeletOptions withTime(TimeSource source) {
        return new KubeletOptions(
                nodeName,
                registers,
                folders,
                programs,
                rewritesNames,
                mapsPorts,
                backOff,
                failsFast,
                longestGrace,
                setupLimit,
                largestLog,
                Optional.of(source));
    }
}
