/**
 * The certificate with which all TLS servers serve: made here, kept in a Secret, told to the API server and renewed in time, or
 * given as files. Read {@link io.trainyard.core.certificates.CertificatePlan} for what is decided and
 * {@link io.trainyard.core.certificates.ManagedCertificates} for what is done. Knows no server.
 */
@NullMarked
package io.trainyard.core.certificates;

import org.jspecify.annotations.NullMarked;
