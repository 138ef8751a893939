/**
 * What all our TLS servers share. Start with {@link io.trainyard.core.tls.TlsServerOptions}. Knows nothing of Kubernetes;
 * certificates that live in the cluster are made elsewhere.
 */
@NullMarked
package io.trainyard.core.tls;

import org.jspecify.annotations.NullMarked;
