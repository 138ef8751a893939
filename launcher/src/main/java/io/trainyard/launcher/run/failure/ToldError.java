package io.trainyard.launcher.run.failure;

import io.trainyard.foundation.regex.LinearPattern;
import java.util.List;
import java.util.Optional;

/**
 * An error as a program tells it: Python by a traceback, others by the last that they wrote.
 *
 * @param rank of the process, where the log says it
 * @param process tells it from others that write into the same log; empty where the log does not say whose it is
 * @param lines from the first line to the end of the error's message, without what loggers put before them; empty for who ended without a word
 * @param error the line that says what it is, such as {@code ValueError: no such column}
 */
public record ToldError(Optional<String> rank, String process, List<String> lines, String error) {
    static final String OF_TORCHRUN = "ChildFailedError";

    /** What a process says when another one has gone, or when it was stopped. */
    private static final LinearPattern FOLLOWS_FROM_OTHERS = LinearPattern.of("ChildFailedError|SignalException"
            + "|Connection (?:closed|reset|refused|was closed)|Broken ?[pP]ipe|ConnectionResetError|ConnectionRefusedError"
            + "|Dist(?:Network|Store|Backend)Error|Rendezvous\\w*(?:Error|Exception)|Socket Timeout|recvValue failed"
            + "|connectFullMesh|client socket has timed out|store->get|remote process exited|ncclRemoteError|ncclSystemError"
            + "|NCCL communicator was aborted|Timed out waiting|KeyboardInterrupt|ActorDiedError|BrokenProcessPool"
            + "|(?:Xla|Jax)RuntimeError: (?:UNAVAILABLE|DEADLINE_EXCEEDED|ABORTED|CANCELLED)|[cC]oordination service|heartbeat timeout"
            + "|errors_impl\\.(?:UnavailableError|AbortedError|CancelledError)|Collective ops is aborted"
            + "|MPI_ERR_PROC_FAILED|MPI_ERR_REVOKED|ErrorProcFailed");

    private static final LinearPattern BRACKETS = LinearPattern.of("\\[[^\\[\\]]*\\]:?\\d*\\s?");
    private static final LinearPattern NUMBERS = LinearPattern.of("\\d+");

    public ToldError {
        lines = List.copyOf(lines);
    }

    /** True when it tells of the end of another process rather than of a fault of its own. */
    public boolean followsFromOthers() {
        return FOLLOWS_FROM_OTHERS.isFoundIn(error) || isOfLauncher();
    }

    /** True when the program that started the ranks tells that one of them has failed. */
    boolean isOfLauncher() {
        return error.contains(OF_TORCHRUN)
                || (error.contains("CalledProcessError")
                        && lines.stream().anyMatch(line -> line.contains("accelerate/commands/launch.py")));
    }

    /** The error without numbers that differ from process to process: ports, addresses, times. */
    String kind() {
        return NUMBERS.replaceAll(BRACKETS.replaceAll(error, ""), "#").strip();
    }
}
