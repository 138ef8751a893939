package io.trainyard.local.kubelet.options;

import io.trainyard.local.kubelet.mpi.MpiPods;
import io.trainyard.local.kubelet.mpi.RemoteShell;
import io.trainyard.local.kubelet.process.Console;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * How a kubelet is set up. Immutable.
 *
 * @param nodeName the pods with this {@code spec.nodeName} are run
 * @param namespaces whether pods see their mounts and the names of others where this machine allows it; else paths and names are replaced in what they get
 * @param ownPrograms the TrainJobs that stand for programs of the user's own, by namespace/name, each with the names of the variables that he has given to it:
 *     these see the machine as his shell does
 * @param statusServer where programs of TrainJobs report progress, a URL without path, asked when one is started; empty for nowhere
 * @param console shared by the program of a run that has one; empty where programs only write into their logs
 */
public record KubeletOptions(
        String nodeName,
        FolderOptions folders,
        ProgramOptions programs,
        boolean namespaces,
        Map<String, Set<String>> ownPrograms,
        LimitOptions limits,
        Supplier<Optional<String>> statusServer,
        Optional<Console> console) {
    public KubeletOptions {
        ownPrograms = Map.copyOf(ownPrograms);
    }

    public KubeletOptions withFolders(FolderOptions options) {
        return new KubeletOptions(nodeName, options, programs, namespaces, ownPrograms, limits, statusServer, console);
    }

    public KubeletOptions withPrograms(ProgramOptions options) {
        return new KubeletOptions(nodeName, folders, options, namespaces, ownPrograms, limits, statusServer, console);
    }

    public KubeletOptions withoutNamespaces() {
        return new KubeletOptions(nodeName, folders, programs, false, ownPrograms, limits, statusServer, console);
    }

    public KubeletOptions withLimits(LimitOptions options) {
        return new KubeletOptions(nodeName, folders, programs, namespaces, ownPrograms, options, statusServer, console);
    }

    /** Programs of TrainJobs are told to report their progress there. */
    public KubeletOptions reportingTo(Supplier<Optional<String>> server) {
        return new KubeletOptions(nodeName, folders, programs, namespaces, ownPrograms, limits, server, console);
    }

    /** The main container of a pod shares these streams. */
    public KubeletOptions withConsole(Console shared) {
        return new KubeletOptions(
                nodeName, folders, programs, namespaces, ownPrograms, limits, statusServer, Optional.of(shared));
    }

    /** What is done about MPI, whose sshd does not run here; empty where containers have all that they need. */
    public Optional<MpiPods> mpi() {
        return programs.executor().usesImages()
                ? Optional.empty()
                : Optional.of(new MpiPods(
                        programs.mpi(), RemoteShell.of(folders.run()), "root".equals(System.getProperty("user.name"))));
    }

    /** Whether pods see their mount paths, and each other by name, where they ask for them. */
    public boolean showsMounts() {
        return namespaces || programs.executor().usesImages();
    }
}
