package io.trainyard.local.kubelet.engine;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.kubelet.gpu.Gpu;
import io.trainyard.local.kubelet.process.ContainerLaunch;
import io.trainyard.local.kubelet.process.PodSandbox;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.MountSpec;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The commands that make containers out of pods. Pure.
 *
 * @param program path of docker or podman
 * @param podman whether it is podman
 * @param run names what belongs to one run of the kubelet, in a label and in the name of its network
 */
record EngineCommands(String program, boolean podman, String run) {
    private static final String LABEL = "trainyard.run";

    List<String> version() {
        return List.of(program, "version", "--format", podman ? "{{.Client.Version}}" : "{{.Server.Version}}");
    }

    String network() {
        return "trainyard-" + run;
    }

    /** A network whose addresses we hand out ourselves; {@code prefix} such as {@code 10.77.} */
    List<String> createNetwork(String prefix) {
        return List.of(program, "network", "create", "--label", label(), "--subnet", prefix + "0.0/16", network());
    }

    List<String> removeNetwork() {
        return List.of(program, "network", "rm", network());
    }

    /** Whether a text can name an image; the program would take one that begins with a hyphen for an option, such as a mount of the whole machine. */
    static boolean isImage(String text) {
        return !text.isEmpty() && Character.isLetterOrDigit(text.charAt(0));
    }

    List<String> hasImage(String image) {
        return List.of(program, "image", "inspect", "--format", "{{.Id}}", image);
    }

    List<String> pull(String image) {
        return List.of(program, "pull", image);
    }

    /** Answers with the number of a container, or with nothing when there is none of this name. */
    List<String> find(String container) {
        return List.of(program, "ps", "--all", "--quiet", "--filter", "name=^" + container + "$");
    }

    /** Names of all containers of the run, also of those that have ended. */
    List<String> listContainers() {
        return List.of(program, "ps", "--all", "--quiet", "--filter", "label=" + label());
    }

    List<String> remove(List<String> containers) {
        List<String> command = new ArrayList<>(List.of(program, "rm", "--force"));
        command.addAll(containers);
        return command;
    }

    List<String> signal(String container, String signal) {
        return List.of(program, "kill", "--signal", signal, container);
    }

    private String label() {
        return LABEL + "=" + run;
    }

    /** Whether the containers of a pod need somebody who keeps their network while they come and go. */
    static boolean needsSandbox(PodSpec pod) {
        return pod.allContainers().size() > 1;
    }

    static String sandboxName(PodSpec pod) {
        return "trainyard-" + pod.uid() + "-sandbox";
    }

    /** The container that keeps the network of a pod: does nothing, with the program {@code sleep} of the pod's first image. */
    List<String> runSandbox(PodSandbox sandbox) {
        List<String> command =
                new ArrayList<>(List.of(program, "run", "--detach", "--name", sandboxName(sandbox.pod())));
        command.addAll(List.of("--label", label()));
        command.addAll(networking(sandbox.pod(), sandbox.address()));
        command.addAll(ownEnvironmentOnly());
        command.addAll(List.of(
                "--entrypoint", "sleep", sandbox.pod().containers().get(0).image(), "infinity"));
        return command;
    }

    private List<String> networking(PodSpec pod, String address) {
        List<String> options =
                new ArrayList<>(List.of("--network", network(), "--ip", address, "--hostname", pod.hostname()));
        for (String alias : names(pod)) {
            options.addAll(List.of("--network-alias", alias));
        }
        return options;
    }

    private static List<String> names(PodSpec pod) {
        if (pod.subdomain().isEmpty()) {
            return List.of(pod.hostname());
        }
        String name = pod.hostname() + "." + pod.subdomain();
        String full = name + "." + pod.namespace();
        return List.of(pod.hostname(), name, full, full + ".svc", full + ".svc.cluster.local");
    }

    /** Podman passes on the proxies of this machine, and all variables where its configuration says so; Docker does neither. */
    private List<String> ownEnvironmentOnly() {
        return podman ? List.of("--env-host=false", "--http-proxy=false") : List.of();
    }

    /**
     * Runs a container in the foreground; ends with its exit code, or with 125 when the engine could not run it.
     *
     * @param environment the variables of the container
     * @param environmentFile where their file lies
     */
    List<String> run(ContainerLaunch launch, String name, EngineEnvironment environment, Path environmentFile) {
        PodSpec pod = launch.pod();
        List<String> command = new ArrayList<>(List.of(program, "run", "--rm", "--name", name, "--label", label()));
        command.addAll(
                needsSandbox(pod)
                        ? List.of("--network", "container:" + sandboxName(pod))
                        : networking(pod, launch.address()));
        command.addAll(ownEnvironmentOnly());
        command.addAll(List.of("--env-file", environmentFile.toString()));
        environment.inherited().keySet().stream()
                .sorted()
                .forEach(variable -> command.addAll(List.of("--env", variable)));
        launch.mounts().forEach((path, from) -> {
            command.add("--volume");
            command.add(from + ":" + path + (isReadOnly(launch.container(), path) ? ":ro" : ""));
        });
        if (!launch.workingFolder().toString().isEmpty()) {
            command.addAll(List.of("--workdir", launch.workingFolder().toString()));
        }
        command.addAll(user(pod, launch.container()));
        launch.container().memoryLimit().ifPresent(limit -> command.addAll(List.of("--memory", limit + "b")));
        command.addAll(gpus(launch.gpus().stream().filter(gpu -> !gpu.isFake()).toList()));
        if (!launch.command().isEmpty()) {
            command.addAll(List.of("--entrypoint", launch.command().get(0)));
        }
        command.add(launch.container().image());
        if (launch.command().size() > 1) {
            command.addAll(launch.command().subList(1, launch.command().size()));
        }
        command.addAll(launch.args());
        return command;
    }

    private static boolean isReadOnly(ContainerSpec container, String path) {
        return container.mounts().stream().anyMatch(mount -> mount.mountPath().equals(path) && mount.readOnly());
    }

    private static List<String> user(PodSpec pod, ContainerSpec container) {
        Object own = Tree.at(container.tree(), "securityContext", "runAsUser");
        Object user = own != null ? own : Tree.at(pod.tree(), "spec", "securityContext", "runAsUser");
        return user == null ? List.of() : List.of("--user", String.valueOf(user));
    }

    private List<String> gpus(List<Gpu> gpus) {
        if (gpus.isEmpty()) {
            return List.of();
        }
        if (gpus.stream().anyMatch(Gpu::isAmd)) {
            String devices = gpus.stream().map(Gpu::id).collect(Collectors.joining(","));
            return List.of("--device", "/dev/kfd", "--device", "/dev/dri", "--env", "HIP_VISIBLE_DEVICES=" + devices);
        }
        if (podman) {
            List<String> options = new ArrayList<>();
            gpus.forEach(gpu -> options.addAll(List.of("--device", "nvidia.com/gpu=" + gpu.id())));
            return options;
        }
        // The quotes are for the engine, which reads a list of options here.
        return List.of("--gpus", gpus.stream().map(Gpu::id).collect(Collectors.joining(",", "\"device=", "\"")));
    }

    List<String> exec(String container, List<String> command) {
        List<String> words = new ArrayList<>(List.of(program, "exec", container));
        words.addAll(command);
        return words;
    }

    /** Names of volumes that would have to be given to the engine but cannot be: those whose paths have a colon. */
    static List<String> impossibleMounts(ContainerLaunch launch) {
        return launch.container().mounts().stream()
                .filter(mount ->
                        hasColon(mount.mountPath()) || hasColon(launch.mounts().get(mount.mountPath())))
                .map(MountSpec::mountPath)
                .toList();
    }

    private static boolean hasColon(@org.jspecify.annotations.Nullable Object path) {
        return String.valueOf(path).indexOf(':') >= 0;
    }

    static String containerName(ContainerLaunch launch, int start) {
        return "trainyard-" + launch.pod().uid() + "-" + launch.container().name() + "-" + start;
    }
}
