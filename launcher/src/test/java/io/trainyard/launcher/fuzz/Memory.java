package io.trainyard.launcher.fuzz;

import java.util.ArrayList;
import java.util.List;

/** The heap that is in use after a full collection, looked at ten times in a run. */
final class Memory {
    private static final int LOOKS = 10;
    private static final long MEBIBYTE = 1024 * 1024;

    private final int every;
    private final List<Long> mebibytes = new ArrayList<>();

    Memory(int runs) {
        every = Math.max(1, runs / LOOKS);
    }

    /** After one of the runs, counted from 1. */
    void after(int run) {
        if (run % every == 0) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            mebibytes.add((runtime.totalMemory() - runtime.freeMemory()) / MEBIBYTE);
        }
    }

    /** How much more there is at the end than after the first fifth, when all code has been loaded. */
    long growth() {
        return mebibytes.size() < 3 ? 0 : mebibytes.get(mebibytes.size() - 1) - mebibytes.get(1);
    }

    @Override
    public String toString() {
        return "heap after collections " + mebibytes + " MiB";
    }
}
