package io.trainyard.testcluster.process;

/**
 * A component ended by itself, or was not ready in time. The message names the component, its log file and the last
 * lines of that file.
 */
public final class ComponentFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean addressInUse;

    ComponentFailedException(String message, boolean addressInUse) {
        super(message);
        this.addressInUse = addressInUse;
    }

    /** Whether another process took one of its ports meanwhile, so that a new start with other ports may work. */
    public boolean isAddressInUse() {
        return addressInUse;
    }
}
