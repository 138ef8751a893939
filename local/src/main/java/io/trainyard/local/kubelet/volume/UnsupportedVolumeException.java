package io.trainyard.local.kubelet.volume;

/** A volume that can never be set up on this machine; the message says why and what would work. */
public final class UnsupportedVolumeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnsupportedVolumeException(String message) {
        super(message, null, false, false);
    }
}
