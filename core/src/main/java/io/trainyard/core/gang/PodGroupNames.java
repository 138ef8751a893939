package io.trainyard.core.gang;

import io.trainyard.foundation.digest.Sha256;
import java.util.HexFormat;

/** Names of PodGroups besides the main one. Pure. */
final class PodGroupNames {
    /** Names are values of labels too. */
    private static final int MAX_LENGTH = 63;

    private static final int HASH_DIGITS = 8;

    private PodGroupNames() {}

    /** The same for the same TrainJob and suffix, and never that of another TrainJob. */
    static String extra(String trainJob, String uid, String suffix) {
        int room = MAX_LENGTH - HASH_DIGITS - 2;
        String end = cut(suffix, room - 1);
        return cut(trainJob, room - end.length()) + "-" + end + "-" + hash(uid + "/" + suffix);
    }

    private static String cut(String text, int length) {
        String kept = text.length() <= length ? text : text.substring(0, length);
        while (kept.endsWith("-")) {
            kept = kept.substring(0, kept.length() - 1);
        }
        return kept;
    }

    private static String hash(String text) {
        return HexFormat.of().formatHex(Sha256.of(text), 0, HASH_DIGITS / 2);
    }
}
