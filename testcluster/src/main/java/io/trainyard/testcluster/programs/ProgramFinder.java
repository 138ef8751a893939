package io.trainyard.testcluster.programs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Finds the programs of the control plane, and builds what is missing into the cache.
 *
 * <p>A program is looked for in the folder that {@code KUBEBUILDER_ASSETS} names, then in the cache
 * ({@code TRAINYARD_TESTCLUSTER_CACHE}, or {@code trainyard/testcluster} below the user's cache folder). Building needs
 * Go on the {@code PATH} and happens once per version; a lock keeps two test runs from building at the same time. All
 * methods may block; they may be called from any thread.
 */
public final class ProgramFinder {

    /** Files cannot be locked twice by one virtual machine, so threads wait for each other here first. */
    private static final Object ONE_BUILD_PER_VIRTUAL_MACHINE = new Object();

    private final ProgramFolders folders;
    private final GoModule module;
    private final Consumer<String> progress;

    ProgramFinder(ProgramFolders folders, GoModule module, Consumer<String> progress) {
        this.folders = folders;
        this.module = module;
        this.progress = progress;
    }

    /**
     * A finder for this user's environment.
     *
     * @param progress gets one line for each program that has to be built
     */
    public static ProgramFinder forThisUser(Consumer<String> progress) {
        GoModule module = GoModule.fromClassPath();
        Path home = Path.of(System.getProperty("user.home", "."));
        return new ProgramFinder(ProgramFolders.from(System.getenv(), home, module.versionsHash()), module, progress);
    }

    /**
     * Says in one line why these programs can be neither found nor built; empty when they can. Builds nothing.
     *
     * @param programs what somebody wants to start
     */
    public Optional<String> whatIsMissing(Collection<Program> programs) {
        List<String> missing = new ArrayList<>(
                notFound(programs).stream().map(Program::fileName).toList());
        manifestsNotFound(programs).map(ManifestSet::title).forEach(missing::add);
        if (missing.isEmpty() || folders.findGo().isPresent()) {
            return Optional.empty();
        }
        return Optional.of("no " + String.join(", ", missing) + " in "
                + folders.assets()
                        .map(assets -> ProgramFolders.ASSETS_VARIABLE + " (" + assets + ") or ")
                        .orElse("")
                + folders.cache() + ", and no Go on the PATH to build with");
    }

    /**
     * The programs, built if need be; the first time that takes minutes.
     *
     * @throws BuildFailedException when something has to be built and cannot be
     */
    public Programs find(Collection<Program> programs) {
        Optional<String> missing = whatIsMissing(programs);
        if (missing.isPresent()) {
            throw new BuildFailedException(missing.get());
        }
        if (!isComplete(programs)) {
            buildWhatIsMissing(programs);
        }
        Map<Program, Path> paths = new EnumMap<>(Program.class);
        programs.forEach(program -> paths.put(program, folders.find(program).orElseThrow()));
        return new Programs(paths, folders.manifests());
    }

    private boolean isComplete(Collection<Program> programs) {
        return notFound(programs).isEmpty()
                && manifestsNotFound(programs).findAny().isEmpty();
    }

    private List<Program> notFound(Collection<Program> programs) {
        return programs.stream()
                .filter(program -> folders.find(program).isEmpty())
                .toList();
    }

    private Stream<ManifestSet> manifestsNotFound(Collection<Program> programs) {
        return programs.stream()
                .flatMap(program -> ManifestSet.of(program).stream())
                .filter(set -> !folders.manifests().has(set));
    }

    private void buildWhatIsMissing(Collection<Program> programs) {
        try {
            Files.createDirectories(folders.cache());
            synchronized (ONE_BUILD_PER_VIRTUAL_MACHINE) {
                try (FileChannel channel = FileChannel.open(
                                folders.cache().resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                        FileLock lock = channel.lock()) {
                    build(programs, lock);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to the cache of programs, " + folders.cache(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BuildFailedException("interrupted while building the programs of the test cluster");
        }
    }

    /** Looks again at what is missing, because another process may have built it while we waited for the lock. */
    private void build(Collection<Program> programs, FileLock lock) throws IOException, InterruptedException {
        if (!lock.isValid()) {
            throw new IOException("lost the lock on " + folders.cache());
        }
        Path go = folders.findGo().orElseThrow();
        Path work = Files.createDirectories(folders.cache().resolve("work"));
        GoBuild build = new GoBuild(go, module, work);
        for (ManifestSet set : manifestsNotFound(programs).toList()) {
            build.manifests(set, folders.manifests().folder());
        }
        List<Program> missing = notFound(programs);
        for (int i = 0; i < missing.size(); i++) {
            Program program = missing.get(i);
            progress.accept("test cluster: building " + program.fileName() + " (" + (i + 1) + " of " + missing.size()
                    + ", once; up to 4 minutes each) into " + folders.bin());
            build.program(program, folders.bin().resolve(program.fileName()));
        }
    }
}
