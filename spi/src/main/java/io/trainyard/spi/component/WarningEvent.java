package io.trainyard.spi.component;

/**
 * A warning to the owner of a TrainJob, told as a Kubernetes event. Repeated on every reconcile while it holds; the host tells the same text once
 * and then at most every five minutes.
 *
 * @param reason one word in camel case, for example {@code GangUnschedulable}
 * @param message one or two sentences; never anything secret
 */
public record WarningEvent(String reason, String message) {}
