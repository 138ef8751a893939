package io.trainyard.launcher.run.output;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.spi.model.TrainerApi;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which of several processes wrote a line, where the program that started them says it at the beginning of the line.
 *
 * @param rank number among all processes; empty where the line does not say it
 * @param localRank number among the processes of its node; empty where the line does not say it
 * @param text the line without the mark
 */
public record RankMark(Optional<Long> rank, Optional<Long> localRank, String text) {
    /** PyTorch's own ({@code [rank3]: }), torchrun's ({@code [default1]:}, with the name of the role), mpirun's ({@code [1,3]<stdout>:}). */
    private static final LinearPattern MARK = LinearPattern.of(
            "^\\[(?:rank(\\d{1,9})]:|[a-z]\\w*?(\\d{1,9})]:|\\d+,(\\d{1,9})]<std(?:out|err|diag)>:) ?");

    /** Names of roles are short. */
    private static final int MAX_LENGTH = 200;

    /** The steps whose pods are no ranks: what these write is nobody's unless the line says whose it is. */
    public static final Set<String> STEPS_WITHOUT_RANK =
            Set.of(TrainerApi.ANCESTOR_DATASET_INITIALIZER, TrainerApi.ANCESTOR_MODEL_INITIALIZER, TrainerApi.LAUNCHER);

    /** Reads the beginning of a line. */
    public static RankMark of(String line) {
        Matcher mark = MARK.matcher(line.substring(0, Math.min(MAX_LENGTH, line.length())));
        if (!line.startsWith("[") || !mark.find()) {
            return new RankMark(Optional.empty(), Optional.empty(), line);
        }
        String global = mark.group(1) == null ? mark.group(3) : mark.group(1);
        return new RankMark(number(global), number(mark.group(2)), line.substring(mark.end()));
    }

    private static Optional<Long> number(@Nullable String digits) {
        return digits == null ? Optional.empty() : Optional.of(Long.parseLong(digits));
    }

    /** True when the line says who wrote it. */
    public boolean isMarked() {
        return rank.isPresent() || localRank.isPresent();
    }

    /**
     * The rank that wrote the line; empty when that cannot be known.
     *
     * @param node index of the node in whose log the line stands
     * @param processes of each node; 0 when unknown
     */
    public Optional<Long> rankOn(long node, long processes) {
        if (rank.isPresent()) {
            return rank;
        }
        if (localRank.isPresent()) {
            return localRank.filter(known -> node == 0 || processes > 0).map(number -> node * processes + number);
        }
        return processes == 1 ? Optional.of(node) : Optional.empty();
    }
}
