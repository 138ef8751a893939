package io.trainyard.local.kubelet.launch;

import io.trainyard.local.kubelet.spec.ContainerSpec;

/** A container says neither what to run nor does anybody know what its image would run. */
public final class MissingCommandException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int MAX_IMAGE_LENGTH = 200;

    MissingCommandException(ContainerSpec container) {
        super(
                "container " + container.name() + " has no command, and what its image " + shortened(container.image())
                        + " would run is unknown, because images are not used when containers run as processes:"
                        + " set command (of a TrainJob: spec.trainer.command; with kubectl run: --command -- PROGRAM), or name the entrypoint of the image in an"
                        + " image map (--image-map), or run real containers (--executor docker)",
                null,
                false,
                false);
    }

    private static String shortened(String image) {
        return image.length() <= MAX_IMAGE_LENGTH ? image : image.substring(0, MAX_IMAGE_LENGTH);
    }
}
