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

    private static final String WOULD_SPREAD = ". The job does not start, because Volcano would ignore the topology";

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
     * @param frozen whether the gang runs, so that its PodGroup keeps what it has: nothing is looked up or refused then
     * @return fails with {@link InvalidTrainJobException} when it cannot be had with the Volcano and the HyperNodes that there are
     */
    Uni<Optional<PlacementTopology>> of(VolcanoPolicy policy, boolean frozen) {
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
        @Nullable String label = wanted.topologyKey();
        @Nullable String tierName = wanted.highestTierName();
        if (tierName != null && !podGroup.hasField(TIER_NAME)) {
            return refuse(FIELD + ".highestTierName needs Volcano 1.14 or newer; use highestTierAllowed");
        }
        String mode = mode(wanted);
        boolean hard = mode.equals(PlacementTopology.HARD);
        Optional<PlacementTopology> asWritten = Optional.of(asWritten(wanted));
        boolean asks = label == null
                ? hard && tierName != null
                : hard || !configuration.topologyKeyTiers().containsKey(label);
        return frozen || !asks
                ? Uni.createFrom().item(asWritten)
                : tiers(mode).map(tiers -> {
                    unknown(wanted, tiers).filter(problem -> hard).ifPresent(problem -> {
                        throw new InvalidTrainJobException(refusal(label, problem));
                    });
                    return label == null
                            ? asWritten
                            : tierOf(label, mode, tiers).or(() -> asWritten);
                });
    }

    private static String refusal(@Nullable String label, String problem) {
        return label == null
                ? FIELD + ".highestTierName: " + problem + WOULD_SPREAD
                : FIELD + ".topologyKey: " + problem + WOULD_SPREAD
                        + ". Name its tier in the configuration of plugin volcano, "
                        + VolcanoConfiguration.TOPOLOGY_KEY_TIERS + ", or use networkPolicy Best-effort";
    }

    /** What can be said without looking at HyperNodes. */
    private PlacementTopology asWritten(NetworkTopology wanted) {
        String mode = mode(wanted);
        @Nullable String label = wanted.topologyKey();
        if (label != null) {
            return new PlacementTopology(mode, configuration.topologyKeyTiers().get(label), null);
        }
        boolean tierIsNamed = wanted.highestTierAllowed() != null || wanted.highestTierName() != null;
        // Without a tier hard would be no constraint at all for newer Volcano, and tier 1 for older.
        Integer tier = !tierIsNamed && mode.equals(PlacementTopology.HARD)
                ? Integer.valueOf(NEAREST)
                : wanted.highestTierAllowed();
        return new PlacementTopology(mode, tier, wanted.highestTierName());
    }

    /** What no HyperNode names, as a sentence; such a label or tier has no effect or, if it is a must, the job cannot be built. */
    Uni<Optional<String>> unknown(VolcanoPolicy policy) {
        @Nullable NetworkTopology wanted = policy.networkTopology();
        if (wanted == null || contradiction(wanted).isPresent() || !podGroup.isServed()) {
            return Uni.createFrom().item(Optional.empty());
        }
        return wanted.topologyKey() == null && wanted.highestTierName() == null
                ? Uni.createFrom().item(Optional.empty())
                : tiers(PlacementTopology.HARD)
                        .map(tiers -> unknown(wanted, tiers))
                        .onFailure()
                        .recoverWithItem(Optional.empty());
    }

    private Optional<String> unknown(NetworkTopology wanted, NetworkTiers tiers) {
        @Nullable String label = wanted.topologyKey();
        return label == null
                ? Optional.ofNullable(wanted.highestTierName())
                        .filter(name -> !tiers.isName(name))
                        .map(name -> "no HyperNode has the tierName " + name + "; " + tiers.known())
                : tierOf(label, mode(wanted), tiers).isPresent()
                        ? Optional.empty()
                        : Optional.of(noTierOf(label, tiers));
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

    /** The tier that a node label makes: as configured, by its name where Volcano knows names, else by the selectors of HyperNodes. */
    private Optional<PlacementTopology> tierOf(String label, String mode, NetworkTiers tiers) {
        @Nullable Integer configured = configuration.topologyKeyTiers().get(label);
        if (configured != null) {
            return mode.equals(PlacementTopology.SOFT) || tiers.isNumber(configured)
                    ? Optional.of(new PlacementTopology(mode, configured, null))
                    : Optional.empty();
        }
        return tiers.isName(label) && podGroup.hasField(TIER_NAME)
                ? Optional.of(new PlacementTopology(mode, null, label))
                : tiers.madeBy(label).map(tier -> new PlacementTopology(mode, tier, null));
    }

    private String noTierOf(String label, NetworkTiers tiers) {
        @Nullable Integer configured = configuration.topologyKeyTiers().get(label);
        return configured == null
                ? "no HyperNode selects nodes by label " + label + " or has the tierName " + label + "; "
                        + tiers.known()
                : "no HyperNode has tier " + configured + ", which the configuration gives to label " + label + "; "
                        + tiers.known();
    }

    /** What is only preferred is not worth a failure. */
    private Uni<NetworkTiers> tiers(String mode) {
        Uni<NetworkTiers> all = objects.list(HyperNode.class, "").map(NetworkTiers::of);
        return mode.equals(PlacementTopology.HARD) ? all : all.onFailure().recoverWithItem(new NetworkTiers(List.of()));
    }

    private static String mode(NetworkTopology wanted) {
        if (wanted.topologyKey() == null) {
            return wanted.mode() == null ? PlacementTopology.HARD : wanted.mode();
        }
        return "strict".equalsIgnoreCase(wanted.networkPolicy()) ? PlacementTopology.HARD : PlacementTopology.SOFT;
    }

    private static <T> Uni<T> refuse(String message) {
        return Uni.createFrom().failure(new InvalidTrainJobException(message));
    }
}
