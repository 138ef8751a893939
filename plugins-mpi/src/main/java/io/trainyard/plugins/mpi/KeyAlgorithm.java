package io.trainyard.plugins.mpi;

/** Sorts of SSH keys. */
enum KeyAlgorithm {
    /** ECDSA on the curve NIST P-521: private key in the form of SEC 1. */
    EC_P521,
    /** Ed25519: private key in the form of OpenSSH, since older ones read no other. */
    ED25519
}
