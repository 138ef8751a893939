package io.trainyard.elsewhere;

/** A class of a library that a plugin brings along. */
public record Library(String value) {}
