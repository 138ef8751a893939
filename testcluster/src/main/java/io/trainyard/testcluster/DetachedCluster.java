package io.trainyard.testcluster;

import io.trainyard.testcluster.process.RecordedProcesses;
import io.trainyard.testcluster.programs.Program;
import io.trainyard.testcluster.programs.ProgramFinder;
import io.trainyard.testcluster.programs.Programs;
import io.trainyard.testcluster.setup.FakeNodes;
import io.trainyard.testcluster.setup.RunFolder;
import io.trainyard.testcluster.setup.User;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A cluster that lives on when the command that started it has ended; there is one at most for each run folder. */
final class DetachedCluster {

    private final RunFolder folder;
    private final RecordedProcesses processes;

    DetachedCluster(Path runFolder) {
        this.folder = new RunFolder(runFolder);
        this.processes = new RecordedProcesses(folder.path().resolve("processes"));
    }

    /**
     * Starts the cluster unless it runs already.
     *
     * @return what to tell the user; every line of it is a shell command or a shell comment
     */
    String up(Options options, ProgramFinder finder) {
        List<Program> wanted = new ArrayList<>(options.programs());
        wanted.add(Program.KUBECTL);
        Programs programs = finder.find(wanted);
        Path kubectl = programs.path(Program.KUBECTL);
        if (!processes.running().isEmpty()) {
            return "# It runs already: " + String.join(", ", processes.running()) + ".\n" + hints(kubectl);
        }
        folder.delete();
        TestCluster cluster = TestCluster.start(options, programs, folder.create());
        processes.write(cluster.release());
        return "# A " + options.kind().name().toLowerCase(Locale.ROOT) + " cluster runs at " + cluster.apiServerUrl()
                + "; its files and logs are in " + folder.path() + ".\n" + hints(kubectl);
    }

    /** Stops the cluster and deletes its files. */
    String down() {
        List<String> killed = processes.killAll();
        folder.delete();
        return killed.isEmpty()
                ? "Nothing runs in " + folder.path() + ".\n"
                : "Stopped " + String.join(", ", killed) + ".\n";
    }

    private String hints(Path kubectl) {
        return """
                export KUBECONFIG='%s'
                export PATH='%s':"$PATH"   # kubectl
                # A pod of a full cluster runs until you say how it ends:
                #   kubectl annotate pod NAME %s=Succeeded     (or Failed)
                # To stop everything: testcluster/down
                """
                .formatted(folder.kubeconfig(User.ADMIN), kubectl.getParent(), FakeNodes.OUTCOME_ANNOTATION);
    }
}
