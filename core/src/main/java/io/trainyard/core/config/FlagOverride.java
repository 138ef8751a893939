package io.trainyard.core.config;

/**
 * A command-line flag that was given and stands for a field of the configuration file, over which it wins.
 *
 * @param flag the flag as the user knows it, such as {@code --webhook-server-port}
 * @param path the field, such as {@code webhook.port}
 * @param value the value in the form that the file would have: a string, number, boolean or list
 */
public record FlagOverride(String flag, String path, Object value) {}
