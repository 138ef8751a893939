package io.trainyard.core.why;

import java.util.Map;

/** What exit codes of containers mean, in words. Pure. */
public final class ExitCodes {
    private static final int SIGNALLED = 128;

    private static final Map<Integer, String> SIGNALS = Map.of(
            1, "SIGHUP",
            2, "SIGINT",
            4, "SIGILL",
            6, "SIGABRT",
            7, "SIGBUS",
            8, "SIGFPE",
            9, "SIGKILL",
            11, "SIGSEGV",
            13, "SIGPIPE",
            15, "SIGTERM");

    /** Codes of the program that fetches data sets and models. */
    private static final Map<Integer, String> FETCHING = Map.of(
            2, "an address or a setting that cannot be used",
            3, "the source does not exist",
            4, "the source cannot be read with these credentials",
            5, "the network or the store failed, after retries",
            6, "the content is not what its checksum says",
            7, "the disk is full",
            8, "the source holds no file");

    private ExitCodes() {}

    /**
     * The meaning of a code.
     *
     * @param reason of the container's end, such as {@code OOMKilled}; may be empty
     * @param initializer whether the container is one that fetches a data set or a model
     */
    public static String meaning(int code, String reason, boolean initializer) {
        if (reason.equals("OOMKilled")) {
            return "out of memory: it needed more than its limit";
        }
        if (reason.equals("ContainerStatusUnknown")) {
            return "nobody knows how it ended, since its machine was lost or taken away";
        }
        if (initializer && FETCHING.containsKey(code)) {
            return FETCHING.get(code);
        }
        return switch (code) {
            case 0 -> "success";
            case 1 -> "the program ended with an error";
            case 2 -> "the program ended with an error, often of its arguments";
            case 126 -> "the command may not be executed";
            case 127 -> "the command does not exist in the image";
            case 128 -> "the container could not be started";
            case SIGNALLED + 7 -> "killed by SIGBUS, often because /dev/shm is too small";
            case SIGNALLED + 9 -> "killed by SIGKILL: out of memory of the machine, or stopped from outside";
            case SIGNALLED + 11 -> "killed by SIGSEGV: a fault in native code";
            case SIGNALLED + 15 -> "stopped from outside by SIGTERM";
            default ->
                SIGNALS.containsKey(code - SIGNALLED)
                        ? "killed by " + SIGNALS.get(code - SIGNALLED)
                        : "the program ended with an error of its own";
        };
    }
}
