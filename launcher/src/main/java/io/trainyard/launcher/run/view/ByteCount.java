package io.trainyard.launcher.run.view;

import java.util.List;
import java.util.Locale;

/** Amounts of data, for people. */
public final class ByteCount {
    private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB", "TiB");
    private static final int STEP = 1024;

    private ByteCount() {}

    /** Such as {@code 512 B} or {@code 1.5 GiB}. */
    public static String text(long bytes) {
        double amount = bytes;
        int unit = 0;
        while (amount >= STEP && unit < UNITS.size() - 1) {
            amount /= STEP;
            unit++;
        }
        return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", amount, UNITS.get(unit));
    }
}
