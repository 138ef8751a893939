package io.trainyard.testcluster.faults;

import java.nio.file.Path;

/**
 * The API server behind a proxy, and what the proxy needs to take its place.
 *
 * @param url the API server's address
 * @param certificate PEM; what the API server serves with and clients trust; the proxy serves with it, too
 * @param key PEM
 * @param folder where files for clients are written
 * @param tls whether clients speak TLS with the proxy
 */
public record ProxyTarget(String url, Path certificate, Path key, Path folder, boolean tls) {}
