package io.trainyard.core.config;

import java.util.List;
import java.util.Optional;

/**
 * The volume claim that a TrainJob gets when its runtime gives initializers and trainer no volume that they share.
 *
 * @param size a quantity, such as {@code 20Gi}
 * @param accessModes as the API has them; several nodes need {@code ReadWriteMany}
 * @param storageClassName empty for the cluster's default
 */
public record InitializerClaim(String size, List<String> accessModes, Optional<String> storageClassName) {
    /** For a machine on which claims are folders. */
    public static final InitializerClaim FOLDER =
            new InitializerClaim("1Gi", List.of("ReadWriteMany"), Optional.empty());

    public InitializerClaim {
        accessModes = List.copyOf(accessModes);
    }
}
