package io.trainyard.spi.runtime;

import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One container of a pod set, after the TrainJob was merged in: what a plugin may read and change. */
public final class ContainerView {
    private final Freezable freezable;
    private final ContainerDefinition definition;
    private @Nullable String changedImage;
    private @Nullable List<String> changedCommand;
    private @Nullable List<String> changedArgs;
    private final Environment environment;
    private final List<ContainerPort> addedPorts = new ArrayList<>();
    private final Map<String, VolumeMount> changedVolumeMounts = new LinkedHashMap<>();

    ContainerView(Freezable freezable, ContainerDefinition definition) {
        this.freezable = freezable;
        this.definition = definition;
        this.environment = new Environment(freezable, definition.env);
        this.environment.addUserVariables(definition.userEnv);
    }

    /** The name; fixed. */
    public String name() {
        return definition.name;
    }

    /** The image; empty when the template and the TrainJob leave it open. */
    public Optional<String> image() {
        return Optional.ofNullable(changedImage != null ? changedImage : definition.image);
    }

    public void setImage(String image) {
        freezable.requireMutable();
        this.changedImage = image;
    }

    /** The entry point; empty means the one of the image. */
    public List<String> command() {
        return firstOf(changedCommand, definition.command);
    }

    public void setCommand(List<String> command) {
        freezable.requireMutable();
        this.changedCommand = List.copyOf(command);
    }

    /** The arguments; empty when there are none. */
    public List<String> args() {
        return firstOf(changedArgs, definition.args);
    }

    public void setArgs(List<String> args) {
        freezable.requireMutable();
        this.changedArgs = List.copyOf(args);
    }

    /** The entry point that the template has, also where the TrainJob or a plugin put another in its place; empty means the one of the image. */
    public List<String> templateCommand() {
        return firstOf(null, definition.templateCommand);
    }

    /** The arguments that the template has, also where the TrainJob or a plugin put others in their place; empty when there are none. */
    public List<String> templateArgs() {
        return firstOf(null, definition.templateArgs);
    }

    /** The variables, and the rules for who wins. */
    public Environment environment() {
        return environment;
    }

    /** The declared ports. Unmodifiable. */
    public List<ContainerPort> ports() {
        List<ContainerPort> ports = new ArrayList<>(definition.ports);
        ports.addAll(addedPorts);
        return List.copyOf(ports);
    }

    /** Declares a TCP port without a name, unless one of that number and protocol is declared already. */
    public void addPort(int number) {
        freezable.requireMutable();
        for (ContainerPort port : ports()) {
            if (port.getContainerPort() != null
                    && port.getContainerPort() == number
                    && (port.getProtocol() == null || port.getProtocol().equals("TCP"))) {
                return;
            }
        }
        ContainerPort port = new ContainerPort();
        port.setContainerPort(number);
        addedPorts.add(port);
    }

    /** The volume mounts. Unmodifiable. */
    public List<VolumeMount> volumeMounts() {
        Map<String, VolumeMount> byPath = new LinkedHashMap<>();
        definition.volumeMounts.forEach(mount -> byPath.put(mount.getMountPath(), mount));
        byPath.putAll(changedVolumeMounts);
        return List.copyOf(byPath.values());
    }

    /** Replaces the mount at the same path, else appends. */
    public void upsertVolumeMount(VolumeMount mount) {
        freezable.requireMutable();
        changedVolumeMounts.put(mount.getMountPath(), mount);
    }

    /** What plugins changed, for the builder of the pod template. */
    public Changes changes() {
        return new Changes(
                Optional.ofNullable(changedImage),
                Optional.ofNullable(changedCommand),
                Optional.ofNullable(changedArgs),
                List.copyOf(addedPorts),
                List.copyOf(changedVolumeMounts.values()));
    }

    /**
     * What plugins changed on a container besides its variables.
     *
     * @param image the new image
     * @param command the new entry point
     * @param args the new arguments
     * @param addedPorts further ports
     * @param volumeMounts mounts to replace by path, or to add
     */
    public record Changes(
            Optional<String> image,
            Optional<List<String>> command,
            Optional<List<String>> args,
            List<ContainerPort> addedPorts,
            List<VolumeMount> volumeMounts) {}

    /** Effective resource requests after all merging; empty when none. */
    public Map<String, Quantity> requests() {
        return definition.requests;
    }

    /** Effective resource limits after all merging; empty when none. */
    public Map<String, Quantity> limits() {
        return definition.limits;
    }

    /** Names of the resource claims of the pod that the container uses; empty when none. */
    public List<String> claims() {
        return List.copyOf(definition.claims);
    }

    private static List<String> firstOf(@Nullable List<String> changed, @Nullable List<String> original) {
        return changed != null ? changed : original != null ? original : List.of();
    }
}
