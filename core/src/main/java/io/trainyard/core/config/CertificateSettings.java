package io.trainyard.core.config;

/**
 * Certificates of the TLS servers.
 *
 * @param enabled whether the controller makes and renews certificates; without it they come as files
 * @param webhookServiceName name of the Service, the host part of the certificate
 * @param webhookSecretName name of the Secret that holds them
 */
public record CertificateSettings(boolean enabled, String webhookServiceName, String webhookSecretName) {}
