package io.trainyard.spi.result;

/**
 * A line about a TrainJob for whoever looks at it.
 *
 * @param text one sentence without a stop, for people; never anything secret. More than 300 characters are cut off
 * @param link where more is to be seen, an address with {@code https} or {@code http}; empty for none. Others are left out
 */
public record JobNote(String text, String link) {
    /** A line without a link. */
    public static JobNote of(String text) {
        return new JobNote(text, "");
    }
}
