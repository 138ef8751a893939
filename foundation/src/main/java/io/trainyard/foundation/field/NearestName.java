package io.trainyard.foundation.field;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Guesses what a misspelt name was meant to be. */
public final class NearestName {
    private NearestName() {}

    /** The name that is most alike, if one is alike enough to be meant; among equals the first. Letter case does not count. */
    public static Optional<String> of(String written, Collection<String> known) {
        // Half of a short word changed is another word; two letters of a long one are a slip.
        int best = Math.max(1, Math.min(3, written.length() / 3)) + 1;
        @Nullable String nearest = null;
        for (String candidate : known) {
            int distance = distance(written.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (distance < best) {
                best = distance;
                nearest = candidate;
            }
        }
        return Optional.ofNullable(nearest);
    }

    /** A sentence to append to a message: {@code ; did you mean "name"?}, or nothing. */
    public static String question(String written, Collection<String> known) {
        return of(written, known)
                .map(name -> "; did you mean \"" + name + "\"?")
                .orElse("");
    }

    /** Letters to insert, remove, replace or swap with their neighbour. */
    private static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            cost[i][0] = i;
        }
        for (int j = 0; j <= b.length(); j++) {
            cost[0][j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                cost[i][j] = Math.min(replaced, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}
