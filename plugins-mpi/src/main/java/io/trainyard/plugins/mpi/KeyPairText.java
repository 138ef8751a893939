package io.trainyard.plugins.mpi;

/**
 * A key pair as files. Its text form says nothing of its content.
 *
 * @param privateKey content of {@code id_rsa}, as PEM
 * @param publicKey the one line of {@code authorized_keys}
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared, and made for one use.
record KeyPairText(byte[] privateKey, byte[] publicKey) {
    @Override
    public String toString() {
        return "KeyPairText";
    }
}
