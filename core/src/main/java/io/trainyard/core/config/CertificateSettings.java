package io.trainyard.core.config;

/**
 * Certificates of the TLS servers.
 *
 * @param enabled false: certificates come from elsewhere, as files
 * @param webhookServiceName name of the Service, the host part of the certificate
 * @param webhookSecretName name of the Secret that holds them
 */
public record CertificateSettings(boolean enabled, String webhookServiceName, String webhookSecretName) {}
