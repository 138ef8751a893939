package io.trainyard.plugins.volcano;

import io.smallrye.mutiny.Uni;
import io.trainyard.spi.ObjectReader;
import io.trainyard.spi.ServedKind;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.NetworkTopology;
import io.trainyard.spi.model.VolcanoPolicy;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Translates what a runtime says of the network into Volcano's terms, whichever of the two forms it uses. */
final class TopologyResolver {
    private static final String FIELD = "podGroupPolicy.volcano.networkTopology";
    private static final String TIER_NAME = "spec.networkTopology.highestTierName";
    private static final int NEAREST = 1;

    private final VolcanoConfiguration configuration;
    private final ServedKind podGroup;
    private final ObjectReader objects;

    TopologyResolver(VolcanoConfiguration configuration, ServedKind podGroup, ObjectReader objects) {
        this.configuration = configuration;
        this.podGroup = podGroup;
        this.objects = objects;
    }

    /**
     * The topology of gangs; empty when the runtime says nothing.
     *
     * @return fails with {@link InvalidTrainJobException} when it cannot be had with the Volcano that is installed
     */
    Uni<Optional<PlacementTopology>> of(VolcanoPolicy policy) {
        @Nullable NetworkTopology wanted = policy.networkTopology();
        if (wanted == null) {
            return Uni.createFrom().item(Optional.empty());
        }
        Optional<String> contradiction = contradiction(wanted);
        if (contradiction.isPresent()) {
            return refuse(contradiction.get());
        }
        if (!podGroup.hasField("spec.networkTopology")) {
            return refuse(
                    FIELD + " needs Volcano 1.12 or newer; the PodGroups of this cluster have no networkTopology");
        }
        return wanted.topologyKey() == null ? byTier(wanted) : byLabel(wanted.topologyKey(), mode(wanted));
    }

    /** True when the label is known to no tier, so that it has no effect or, if it is a must, the job cannot be built. */
    Uni<Boolean> isUnknownLabel(VolcanoPolicy policy) {
        @Nullable NetworkTopology wanted = policy.networkTopology();
        if (wanted == null
                || wanted.topologyKey() == null
                || contradiction(wanted).isPresent()
                || !podGroup.isServed()) {
            return Uni.createFrom().item(false);
        }
        return tierOf(wanted.topologyKey(), PlacementTopology.SOFT).map(Optional::isEmpty);
    }

    /** What contradicts itself. The schema of runtimes refuses the same; objects from before it are still about. */
    static Optional<String> contradiction(NetworkTopology wanted) {
        boolean byTier = Stream.of(wanted.mode(), wanted.highestTierAllowed(), wanted.highestTierName())
                .anyMatch(value -> value != null);
        boolean byLabel = wanted.topologyKey() != null || wanted.networkPolicy() != null;
        if (byTier && byLabel) {
            return Optional.of(
                    FIELD
                            + ": mode, highestTierAllowed and highestTierName cannot be mixed with topologyKey and networkPolicy");
        }
        if (wanted.highestTierAllowed() != null && wanted.highestTierName() != null) {
            return Optional.of(FIELD + ": only one of highestTierAllowed and highestTierName may be set");
        }
        return byLabel && wanted.topologyKey() == null
                ? Optional.of(FIELD + ": networkPolicy needs a topologyKey, such as topology.kubernetes.io/zone")
                : Optional.empty();
    }

    private Uni<Optional<PlacementTopology>> byTier(NetworkTopology wanted) {
        if (wanted.highestTierName() != null && !podGroup.hasField(TIER_NAME)) {
            return refuse(FIELD + ".highestTierName needs Volcano 1.14 or newer; use highestTierAllowed");
        }
        String mode = wanted.mode() == null ? PlacementTopology.HARD : wanted.mode();
        boolean tierIsNamed = wanted.highestTierAllowed() != null || wanted.highestTierName() != null;
        // Without a tier hard would be no constraint at all for newer Volcano, and tier 1 for older.
        Integer tier = !tierIsNamed && mode.equals(PlacementTopology.HARD)
                ? Integer.valueOf(NEAREST)
                : wanted.highestTierAllowed();
        return Uni.createFrom().item(Optional.of(new PlacementTopology(mode, tier, wanted.highestTierName())));
    }

    private Uni<Optional<PlacementTopology>> byLabel(String label, String mode) {
        return tierOf(label, mode).map(found -> {
            if (found.isEmpty() && mode.equals(PlacementTopology.HARD)) {
                throw new InvalidTrainJobException(
                        FIELD + ".topologyKey: no tier of the network is made by the label " + label
                                + "; name its tier in the configuration of plugin volcano, "
                                + VolcanoConfiguration.TOPOLOGY_KEY_TIERS
                                + ", or use networkPolicy Best-effort");
            }
            return found.or(() -> Optional.of(new PlacementTopology(mode, null, null)));
        });
    }

    /** The tier that a node label makes: as configured, by its name where Volcano knows names, else from the HyperNodes. */
    private Uni<Optional<PlacementTopology>> tierOf(String label, String mode) {
        @Nullable Integer configured = configuration.topologyKeyTiers().get(label);
        if (configured != null) {
            return Uni.createFrom().item(Optional.of(new PlacementTopology(mode, configured, null)));
        }
        if (podGroup.hasField(TIER_NAME)) {
            return Uni.createFrom().item(Optional.of(new PlacementTopology(mode, null, label)));
        }
        return hyperNodes(mode).map(nodes -> nodes.stream()
                .flatMap(node -> Optional.ofNullable(node.getSpec()).stream())
                .filter(spec -> spec.tier() != null && spec.isMadeBy(label))
                .map(HyperNodeSpec::tier)
                .min(Integer::compare)
                .map(tier -> new PlacementTopology(mode, tier, null)));
    }

    /** What is only preferred is not worth a failure. */
    private Uni<List<HyperNode>> hyperNodes(String mode) {
        Uni<List<HyperNode>> all = objects.list(HyperNode.class, "");
        return mode.equals(PlacementTopology.HARD) ? all : all.onFailure().recoverWithItem(List.of());
    }

    private static String mode(NetworkTopology wanted) {
        return "strict".equalsIgnoreCase(wanted.networkPolicy()) ? PlacementTopology.HARD : PlacementTopology.SOFT;
    }

    private static <T> Uni<T> refuse(String message) {
        return Uni.createFrom().failure(new InvalidTrainJobException(message));
    }
}
