package io.trainyard.plugins.torch;

import io.fabric8.kubernetes.api.model.IntOrString;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How many processes torchrun is asked to start on each node.
 *
 * @param text a whole number from 1 in decimal digits, or one of the words
 */
record ProcessCount(String text) {
    /** As many as the node has devices, else as many as it has processors. */
    static final ProcessCount AUTO = new ProcessCount("auto");

    /** As many as the node has processors. */
    static final ProcessCount CPU = new ProcessCount("cpu");

    /** As many as the node has GPUs; torchrun fails where there is none. */
    static final ProcessCount GPU = new ProcessCount("gpu");

    /** What {@link #parse} takes, for messages. */
    static final String ACCEPTED = "must be a whole number from 1, or one of auto, cpu, gpu";

    private static final Set<ProcessCount> WORDS = Set.of(AUTO, CPU, GPU);
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]*");

    /** Reads a field as the API server stores it; empty when the value is not acceptable. */
    static Optional<ProcessCount> parse(IntOrString field) {
        String text = String.valueOf(field.getValue());
        ProcessCount count = new ProcessCount(text);
        return NUMBER.matcher(text).matches() || WORDS.contains(count) ? Optional.of(count) : Optional.empty();
    }

    /**
     * What is wanted: the TrainJob's value, else the runtime's, else {@code auto}. A value that is not acceptable counts as absent; admission
     * and {@link TorchPreconditions} report it.
     */
    static ProcessCount requested(@Nullable IntOrString ofTrainJob, @Nullable IntOrString ofRuntime) {
        return Optional.ofNullable(ofTrainJob)
                .or(() -> Optional.ofNullable(ofRuntime))
                .flatMap(ProcessCount::parse)
                .orElse(AUTO);
    }

    /**
     * The value for torchrun. Where there are GPUs {@code auto} stays a word, because only the container knows which of them it sees. Everywhere else it
     * becomes a number, because torchrun would count the processors of the whole machine.
     *
     * @param gpus devices that the container asks for and torchrun counts
     * @param accelerators all devices that the container asks for
     * @param processors processors that the container asks for, rounded up
     */
    String resolve(int gpus, int accelerators, int processors) {
        if (equals(CPU) || (equals(AUTO) && accelerators == 0)) {
            return String.valueOf(Math.max(1, processors));
        }
        return equals(AUTO) && gpus == 0 ? String.valueOf(accelerators) : text;
    }
}
