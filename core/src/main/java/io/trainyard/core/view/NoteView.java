package io.trainyard.core.view;

/**
 * What a plugin tells about a TrainJob.
 *
 * @param source name of the plugin
 * @param text one sentence
 * @param link where more is to be seen, always {@code http} or {@code https}; empty for none
 */
public record NoteView(String source, String text, String link) {}
