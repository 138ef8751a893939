package io.trainyard.plugins.mpi;

import io.fabric8.kubernetes.api.model.KeyToPathBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.OptionalLong;

/**
 * The SSH keys as files in a container.
 *
 * @param mountPath where they are mounted
 */
record KeyFiles(String mountPath) {
    /** Name of the volume. */
    static final String VOLUME = "mpi-ssh-auth";

    /** Key of the Secret with the private key. */
    static final String PRIVATE_KEY = "ssh-privatekey";

    /** Key of the Secret with the public key. */
    static final String PUBLIC_KEY = "ssh-publickey";

    private static final String HOME_OF_ROOT = "/root";
    private static final int OWNER_READS = 0400;
    private static final int ALL_READ = 0644;

    /** The volume, with modes that the user of the container can work with. */
    Volume volume(String secret, PodTemplate pod, String container) {
        return new VolumeBuilder()
                .withName(VOLUME)
                .withNewSecret()
                .withSecretName(secret)
                .withDefaultMode(OWNER_READS)
                .withItems(
                        new KeyToPathBuilder()
                                .withKey(PRIVATE_KEY)
                                .withPath("id_rsa")
                                .withMode(privateKeyMode(pod, container))
                                .build(),
                        new KeyToPathBuilder()
                                .withKey(PUBLIC_KEY)
                                .withPath("id_rsa.pub")
                                .withMode(ALL_READ)
                                .build(),
                        new KeyToPathBuilder()
                                .withKey(PUBLIC_KEY)
                                .withPath("authorized_keys")
                                .withMode(ALL_READ)
                                .build())
                .endSecret()
                .build();
    }

    VolumeMount mount() {
        return new VolumeMountBuilder()
                .withName(VOLUME)
                .withMountPath(mountPath)
                .build();
    }

    /**
     * Mode of the private key. OpenSSH refuses one of its own user that others may read, and the files belong to root; another user can read them only
     * by the group that fsGroup gives them, or when everybody can.
     */
    int privateKeyMode(PodTemplate pod, String container) {
        if (isRoot(pod, container)) {
            return 0600;
        }
        return pod.hasFsGroup() ? 0640 : ALL_READ;
    }

    /** Whether the container runs as root, as far as the template tells: without a user, the path gives a hint. */
    boolean isRoot(PodTemplate pod, String container) {
        OptionalLong user = pod.user(container);
        return user.isPresent()
                ? user.getAsLong() == 0
                : mountPath.equals(HOME_OF_ROOT) || mountPath.startsWith(HOME_OF_ROOT + "/");
    }
}
