package io.trainyard.spi.runtime;

import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One container of a pod set, after the TrainJob was merged in: what a plugin may read and change. */
public final class ContainerView {
    private final Freezable freezable;
    private final String name;
    private @Nullable String image;
    private @Nullable List<String> command;
    private @Nullable List<String> args;
    private final Environment environment;
    private final List<ContainerPort> ports;
    private final List<VolumeMount> volumeMounts;
    private final Map<String, Quantity> requests;
    private final Map<String, Quantity> limits;

    ContainerView(Freezable freezable, Definition definition) {
        this.freezable = freezable;
        this.name = definition.name();
        this.image = definition.image();
        this.command = definition.command();
        this.args = definition.args();
        this.environment = new Environment(freezable, definition.env());
        this.ports = new ArrayList<>(definition.ports());
        this.volumeMounts = new ArrayList<>(definition.volumeMounts());
        this.requests = Map.copyOf(definition.requests());
        this.limits = Map.copyOf(definition.limits());
    }

    /** The name; fixed. */
    public String name() {
        return name;
    }

    /** The image; empty when the template and the TrainJob leave it open. */
    public Optional<String> image() {
        return Optional.ofNullable(image);
    }

    public void setImage(String image) {
        freezable.requireMutable();
        this.image = image;
    }

    /** The entry point; empty means the one of the image. */
    public List<String> command() {
        return command == null ? List.of() : command;
    }

    public void setCommand(List<String> command) {
        freezable.requireMutable();
        this.command = List.copyOf(command);
    }

    /** The arguments; empty when there are none. */
    public List<String> args() {
        return args == null ? List.of() : args;
    }

    public void setArgs(List<String> args) {
        freezable.requireMutable();
        this.args = List.copyOf(args);
    }

    /** The variables, and the rules for who wins. */
    public Environment environment() {
        return environment;
    }

    /** The declared ports. Unmodifiable. */
    public List<ContainerPort> ports() {
        return List.copyOf(ports);
    }

    /** Declares a TCP port without a name, unless one of that number and protocol is declared already (MLP-15). */
    public void addPort(int number) {
        freezable.requireMutable();
        for (ContainerPort port : ports) {
            if (port.getContainerPort() != null
                    && port.getContainerPort() == number
                    && (port.getProtocol() == null || port.getProtocol().equals("TCP"))) {
                return;
            }
        }
        ContainerPort port = new ContainerPort();
        port.setContainerPort(number);
        ports.add(port);
    }

    /** The volume mounts. Unmodifiable. */
    public List<VolumeMount> volumeMounts() {
        return List.copyOf(volumeMounts);
    }

    /** Replaces the mount at the same path, else appends (PIPE-48). */
    public void upsertVolumeMount(VolumeMount mount) {
        freezable.requireMutable();
        for (int i = 0; i < volumeMounts.size(); i++) {
            if (mount.getMountPath().equals(volumeMounts.get(i).getMountPath())) {
                volumeMounts.set(i, mount);
                return;
            }
        }
        volumeMounts.add(mount);
    }

    /** Effective resource requests after all merging (MLP-20); empty when none. */
    public Map<String, Quantity> requests() {
        return requests;
    }

    /** Effective resource limits after all merging (MLP-20); empty when none. */
    public Map<String, Quantity> limits() {
        return limits;
    }

    /**
     * A container as the merged template has it.
     *
     * @param name its name
     * @param image image, or null
     * @param command entry point, or null when the template has none
     * @param args arguments, or null when the template has none
     * @param env variables of the template
     * @param userEnv variables of the user for this container
     * @param ports declared ports
     * @param volumeMounts volume mounts
     * @param requests effective resource requests
     * @param limits effective resource limits
     */
    public record Definition(
            String name,
            @Nullable String image,
            @Nullable List<String> command,
            @Nullable List<String> args,
            Collection<EnvVar> env,
            Collection<EnvVar> userEnv,
            Collection<ContainerPort> ports,
            Collection<VolumeMount> volumeMounts,
            Map<String, Quantity> requests,
            Map<String, Quantity> limits) {
        /** A container of which only the name is known; for tests and for containers that a plugin adds. */
        public static Definition named(String name) {
            return new Definition(
                    name, null, null, null, List.of(), List.of(), List.of(), List.of(), Map.of(), Map.of());
        }
    }

    static ContainerView of(Freezable freezable, Definition definition) {
        ContainerView view = new ContainerView(freezable, definition);
        view.environment.addUserVariables(definition.userEnv());
        return view;
    }
}
