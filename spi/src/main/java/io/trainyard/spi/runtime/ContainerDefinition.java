package io.trainyard.spi.runtime;

import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A container as the merged template has it; what a {@link ContainerView} begins with. Immutable, as long as nobody changes the collections that it
 * was given: they are not copied, since they may be lazy.
 */
public final class ContainerDefinition {
    final String name;
    final @Nullable String image;
    final @Nullable List<String> command;
    final @Nullable List<String> args;
    final @Nullable List<String> templateCommand;
    final @Nullable List<String> templateArgs;
    final Collection<EnvVar> env;
    final Collection<EnvVar> userEnv;
    final Collection<ContainerPort> ports;
    final Collection<VolumeMount> volumeMounts;
    final Map<String, Quantity> requests;
    final Map<String, Quantity> limits;
    final Collection<String> claims;

    private ContainerDefinition(Builder builder) {
        this.name = builder.name;
        this.image = builder.image;
        this.command = builder.command;
        this.args = builder.args;
        this.templateCommand = builder.templateCommand;
        this.templateArgs = builder.templateArgs;
        this.env = builder.env;
        this.userEnv = builder.userEnv;
        this.ports = builder.ports;
        this.volumeMounts = builder.volumeMounts;
        this.requests = builder.requests;
        this.limits = builder.limits;
        this.claims = builder.claims;
    }

    /** A container that leaves everything but its name open. */
    public static ContainerDefinition named(String name) {
        return builder(name).build();
    }

    /** A builder for a container of that name; whatever is not said stays open or empty. */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    /** Collects what a template says of a container; not thread-safe. */
    public static final class Builder {
        private final String name;
        private @Nullable String image;
        private @Nullable List<String> command;
        private @Nullable List<String> args;
        private @Nullable List<String> templateCommand;
        private @Nullable List<String> templateArgs;
        private Collection<EnvVar> env = List.of();
        private Collection<EnvVar> userEnv = List.of();
        private Collection<ContainerPort> ports = List.of();
        private Collection<VolumeMount> volumeMounts = List.of();
        private Map<String, Quantity> requests = Map.of();
        private Map<String, Quantity> limits = Map.of();
        private Collection<String> claims = List.of();

        private Builder(String name) {
            this.name = name;
        }

        /** The image; null, the default, leaves it open. */
        public Builder image(@Nullable String image) {
            this.image = image;
            return this;
        }

        /** The entry point; null, the default, means the one of the image. */
        public Builder command(@Nullable List<String> command) {
            this.command = command;
            return this;
        }

        /** The arguments; null, the default, means those of the image. */
        public Builder args(@Nullable List<String> args) {
            this.args = args;
            return this;
        }

        /** The entry point of the template, which the TrainJob may have replaced; null, the default, means the one of the image. */
        public Builder templateCommand(@Nullable List<String> templateCommand) {
            this.templateCommand = templateCommand;
            return this;
        }

        /** The arguments of the template, which the TrainJob may have replaced; null, the default, means none. */
        public Builder templateArgs(@Nullable List<String> templateArgs) {
            this.templateArgs = templateArgs;
            return this;
        }

        /** Variables of the template; none by default. */
        public Builder env(Collection<EnvVar> env) {
            this.env = env;
            return this;
        }

        /** Variables that the user sets on this container; none by default. */
        public Builder userEnv(Collection<EnvVar> userEnv) {
            this.userEnv = userEnv;
            return this;
        }

        /** Declared ports; none by default. */
        public Builder ports(Collection<ContainerPort> ports) {
            this.ports = ports;
            return this;
        }

        /** Volume mounts; none by default. */
        public Builder volumeMounts(Collection<VolumeMount> volumeMounts) {
            this.volumeMounts = volumeMounts;
            return this;
        }

        /** Effective resource requests; none by default. */
        public Builder requests(Map<String, Quantity> requests) {
            this.requests = requests;
            return this;
        }

        /** Effective resource limits; none by default. */
        public Builder limits(Map<String, Quantity> limits) {
            this.limits = limits;
            return this;
        }

        /** Names of the resource claims of the pod that the container uses; none by default. */
        public Builder claims(Collection<String> claims) {
            this.claims = claims;
            return this;
        }

        public ContainerDefinition build() {
            return new ContainerDefinition(this);
        }
    }
}
