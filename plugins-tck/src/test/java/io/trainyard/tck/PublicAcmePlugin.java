package io.trainyard.tck;

/** The good plugin as a service needs it. */
public final class PublicAcmePlugin extends AcmePlugin {}
