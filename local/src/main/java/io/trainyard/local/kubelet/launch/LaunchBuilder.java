package io.trainyard.local.kubelet.launch;

import io.trainyard.local.kubelet.environment.DownwardApi;
import io.trainyard.local.kubelet.environment.Environment;
import io.trainyard.local.kubelet.environment.EnvironmentBuilder;
import io.trainyard.local.kubelet.environment.Expansion;
import io.trainyard.local.kubelet.environment.ReferencedData;
import io.trainyard.local.kubelet.gpu.Gpu;
import io.trainyard.local.kubelet.gpu.VisibleDevices;
import io.trainyard.local.kubelet.image.ImageEntry;
import io.trainyard.local.kubelet.image.ImageTable;
import io.trainyard.local.kubelet.image.InitializerImage;
import io.trainyard.local.kubelet.logs.PodFolder;
import io.trainyard.local.kubelet.naming.NameRewriter;
import io.trainyard.local.kubelet.naming.PathTable;
import io.trainyard.local.kubelet.naming.PodTextRewriter;
import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.local.kubelet.process.ContainerLaunch;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes of a container what is handed to the executor: variables, program, folders. Pure.
 *
 * @param volumes where the volumes of the pod are, by name
 * @param names replaces names and ports
 * @param group names and addresses of the pods that it works with
 * @param host variables of this process that programs get
 * @param gpus that the container got
 * @param own what is known of a program of the user's own; empty for other pods
 */
public record LaunchBuilder(
        KubeletOptions options,
        ImageTable images,
        DownwardApi downwardApi,
        PodFolder folder,
        Map<String, Path> volumes,
        NameRewriter names,
        List<String> group,
        Map<String, String> host,
        List<Gpu> gpus,
        Optional<OwnProgram> own) {
    private static final String PYTHON_FOLDER = "TRAINYARD_PYTHON_FOLDER";

    /**
     * What came out.
     *
     * @param environment the variables that the pod asks for
     */
    public record Result(ContainerLaunch launch, Environment environment) {}

    /**
     * Makes a launch.
     *
     * @throws io.trainyard.local.kubelet.environment.ConfigurationException when something is missing or wrong
     * @throws MissingCommandException when nobody knows what to run
     */
    public Result build(ContainerSpec container, ReferencedData sources) {
        if (own.isPresent()) {
            return asIs(own.get(), container, sources);
        }
        boolean usesImages = options.programs().executor().usesImages();
        Optional<String> initializer = usesImages ? Optional.empty() : initializer(container);
        boolean fetches = initializer
                .filter(kind -> !kind.equals(InitializerVariables.OUTPUT))
                .isPresent();
        MachinePaths machine = MachinePaths.of(options, host);
        MountTable mounts = MountTable.of(container, sources, downwardApi, folder, volumes);
        if (!usesImages && machine.mayBeHidden(MountTable.WORKSPACE)) {
            mounts = mounts.withWorkspace(folder.workspace(container.name()));
        }
        // An initializer has nothing to hide: data and results may lie in the machine's.
        Map<String, Path> tmp = usesImages || initializer.isPresent() ? Map.of() : ownTmp(container, machine, mounts);
        mounts = mounts.with(tmp);
        Map<String, Path> rewritten = new LinkedHashMap<>(usesImages ? Map.of() : mounts.byPath());
        if (options.showsMounts() && !fetches) {
            rewritten.keySet().removeIf(path -> tmp.containsKey(path) || machine.mayBeHidden(path));
        }
        PodTextRewriter rewriter = new PodTextRewriter(new PathTable(rewritten), names, Set.of());
        Environment environment = EnvironmentBuilder.build(container, downwardApi, sources, rewriter);
        ContainerLaunch launch = usesImages
                ? ofImage(container, environment, mounts, rewriter)
                : ofProcess(container, environment, mounts, rewriter, rewritten.keySet());
        return new Result(launch, environment);
    }

    /** Nothing that the user has given is changed, and nothing of the machine is hidden. */
    private Result asIs(OwnProgram program, ContainerSpec container, ReferencedData sources) {
        if (container.command().isEmpty()) {
            throw new MissingCommandException(container);
        }
        MountTable mounts = MountTable.of(container, sources, downwardApi, folder, volumes);
        Set<String> paths = mounts.byPath().keySet();
        PodTextRewriter rewriter = new PodTextRewriter(new PathTable(mounts.byPath()), names, program.given());
        Environment environment = EnvironmentBuilder.build(container, downwardApi, sources, rewriter);
        ContainerLaunch launch = new ContainerLaunch(
                downwardApi.pod(),
                container,
                expanded(container.command(), environment, PodTextRewriter.NONE),
                expanded(container.args(), environment, PodTextRewriter.NONE),
                variablesAsIs(program, container, environment.variables(), mounts.variables(container, paths)),
                WorkFolder.of(options.folders(), downwardApi.pod(), folder),
                folder.log(container.name()),
                folder.hosts(),
                downwardApi.podAddress(),
                mounts.byPath(),
                paths,
                gpus,
                true);
        return new Result(launch, environment);
    }

    private Map<String, String> variablesAsIs(
            OwnProgram program, ContainerSpec container, Map<String, String> given, Map<String, String> mounts) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("PYTHONUNBUFFERED", "1");
        variables.putAll(program.shell());
        options.programs().python().ifPresent(python -> putFirst(python, variables));
        variables.putAll(LocalVariables.ofRun(options, downwardApi.pod(), folder));
        variables.putAll(mounts);
        variables.putAll(VisibleDevices.of(gpus.isEmpty() ? chosenGpus() : gpus));
        if (program.isOneOf(given)) {
            variables.putAll(LocalVariables.ofGroup());
            addContainer(given, variables);
            ProxyExceptions.addTo(variables, group);
        } else {
            variables.putAll(program.alone(given));
        }
        override(container, variables);
        return variables;
    }

    /** Those that the user has named. */
    private List<Gpu> chosenGpus() {
        return options.programs().gpus().orElse(List.of()).stream()
                .map(Gpu::parse)
                .toList();
    }

    private static void putFirst(Path python, Map<String, String> variables) {
        variables.merge(
                "PATH",
                String.valueOf(python.toAbsolutePath().getParent()),
                (old, added) -> added + File.pathSeparator + old);
    }

    private void addContainer(Map<String, String> container, Map<String, String> variables) {
        // What the user has set in the shell is no mistake.
        Map<String, String> torch = LocalVariables.ofTorch(container, downwardApi.podAddress(), gpus);
        torch.forEach(variables::putIfAbsent);
        variables.putAll(container);
        LocalVariables.countOfFakeGpus(torch).ifPresent(count -> variables.put(LocalVariables.PROCESSES, count));
    }

    /** What the program that fetches or sends is asked to do, which may be empty; nothing where another program runs. */
    private Optional<String> initializer(ContainerSpec container) {
        return images.find(container.image(), container.name())
                .filter(image -> container.command().isEmpty() && InitializerImage.runsIn(image))
                .map(image -> container.args().isEmpty() ? image.args() : container.args())
                .map(args -> args.isEmpty() ? "" : args.get(0));
    }

    /**
     * The container's own, in which only that is left of the machine's which programs need; empty where it has a volume there, and for a launcher of
     * MPI, whose shell runs programs of other pods.
     */
    private Map<String, Path> ownTmp(ContainerSpec container, MachinePaths machine, MountTable mounts) {
        boolean ranksElsewhere = options.mpi()
                .filter(mpi -> mpi.needsShell(downwardApi.pod().tree()))
                .isPresent();
        if (!options.folders().ownTmp() || ranksElsewhere || mounts.byPath().containsKey(MountTable.TMP)) {
            return Map.of();
        }
        List<Path> asked = new ArrayList<>(mounts.byPath().values());
        Stream.concat(host.values().stream(), options.programs().overrides().values().stream())
                .flatMap(value -> Stream.of(value.split(File.pathSeparator)))
                .filter(value -> value.startsWith(MountTable.TMP + "/"))
                .map(Path::of)
                .forEach(asked::add);
        options.mpi()
                .flatMap(mpi -> mpi.sessionFolder(downwardApi.pod().tree()))
                .ifPresent(asked::add);
        Map<String, Path> kept = machine.entriesOf(MountTable.TMP, asked);
        if (kept.containsKey(MountTable.TMP)) {
            return Map.of();
        }
        Map<String, Path> shown = new LinkedHashMap<>();
        shown.put(MountTable.TMP, folder.tmp(container.name()));
        shown.putAll(kept);
        return shown;
    }

    private ContainerLaunch ofProcess(
            ContainerSpec container,
            Environment environment,
            MountTable mounts,
            PodTextRewriter rewriter,
            Set<String> rewritten) {
        Optional<ImageEntry> image = images.find(container.image(), container.name());
        List<String> command = container.command();
        List<String> args = container.args();
        if (command.isEmpty()) {
            command = image.map(ImageEntry::entrypoint).orElse(List.of());
            args = args.isEmpty() ? image.map(ImageEntry::args).orElse(List.of()) : args;
        }
        if (command.isEmpty()) {
            throw new MissingCommandException(container);
        }
        return new ContainerLaunch(
                downwardApi.pod(),
                container,
                expanded(command, environment, rewriter),
                expanded(args, environment, rewriter),
                processVariables(container, environment, image, mounts, rewritten),
                workingFolder(container, image, mounts, rewritten),
                folder.log(container.name()),
                folder.hosts(),
                downwardApi.podAddress(),
                mounts.byPath(),
                rewritten,
                gpus,
                false);
    }

    private ContainerLaunch ofImage(
            ContainerSpec container, Environment environment, MountTable mounts, PodTextRewriter rewriter) {
        Map<String, String> variables = new LinkedHashMap<>(LocalVariables.ofContainer());
        variables.putAll(environment.variables());
        override(container, variables);
        return new ContainerLaunch(
                downwardApi.pod(),
                container,
                expanded(container.command(), environment, rewriter),
                expanded(container.args(), environment, rewriter),
                variables,
                // Seen from inside the container; empty for what the image says.
                Path.of(container.workingDir()),
                folder.log(container.name()),
                folder.hosts(),
                downwardApi.podAddress(),
                mounts.byPath(),
                Set.of(),
                gpus,
                false);
    }

    private static List<String> expanded(List<String> words, Environment environment, PodTextRewriter rewriter) {
        List<String> expanded = new ArrayList<>(words.size());
        int length = 0;
        for (String word : words) {
            String text = Expansion.expand(rewriter.rewritePaths("", word), environment.variables()::get);
            length = Expansion.together("command and args", length, text);
            expanded.add(rewriter.rewriteNames("", text));
        }
        return expanded;
    }

    private Map<String, String> processVariables(
            ContainerSpec container,
            Environment environment,
            Optional<ImageEntry> image,
            MountTable mounts,
            Set<String> rewritten) {
        Map<String, String> variables = new LinkedHashMap<>(host);
        image.flatMap(ImageEntry::python)
                .or(() -> options.programs().python())
                .ifPresent(python -> putFirst(python, variables));
        variables.putAll(LocalVariables.ofProcess(options, downwardApi.pod(), folder, gpus));
        image.ifPresent(entry -> variables.putAll(entry.environment()));
        initializer(container).ifPresent(kind -> {
            Map<String, Path> elsewhere = new LinkedHashMap<>(mounts.byPath());
            elsewhere.keySet().retainAll(rewritten);
            variables.putAll(InitializerVariables.of(container.name(), kind, new PathTable(elsewhere), folder));
        });
        variables.putAll(mounts.variables(container, rewritten));
        addContainer(environment.variables(), variables);
        ProxyExceptions.addTo(variables, group);
        override(container, variables);
        return variables;
    }

    private void override(ContainerSpec container, Map<String, String> variables) {
        if (container.role() == ContainerSpec.Role.MAIN) {
            variables.putAll(options.programs().overrides());
            // Python looks there for what a debugger or profiler needs, and then where the program wants it to.
            Optional.ofNullable(options.programs().overrides().get(PYTHON_FOLDER))
                    .ifPresent(module ->
                            variables.merge("PYTHONPATH", module, (own, added) -> added + File.pathSeparator + own));
        }
    }

    private Path workingFolder(
            ContainerSpec container, Optional<ImageEntry> image, MountTable mounts, Set<String> rewritten) {
        String wanted = container.workingDir();
        if (wanted.isEmpty()) {
            wanted = image.map(ImageEntry::workingFolder).orElse("");
        }
        Path work = WorkFolder.of(options.folders(), downwardApi.pod(), folder);
        if (wanted.isEmpty()) {
            return work;
        }
        Map<String, Path> places = new LinkedHashMap<>(mounts.byPath());
        places.replaceAll((path, place) -> rewritten.contains(path) ? place : Path.of(path));
        // A folder of the image does not exist here; the program starts where the user is.
        return new PathTable(places).locate(wanted).orElse(work);
    }
}
