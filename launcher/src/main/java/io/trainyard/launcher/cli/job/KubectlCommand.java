package io.trainyard.launcher.cli.job;

import io.trainyard.launcher.run.view.ShellWord;

/** What to type about a TrainJob of a cluster in the place of a command that knows this machine alone. Pure. */
public enum KubectlCommand {
    SHOW("get trainjob %s", "'trainyard why %s -n %s' explains its state"),
    LOGS("logs -l jobset.sigs.k8s.io/jobset-name=%s --prefix --tail=-1", ""),
    FOLLOW("logs -f -l jobset.sigs.k8s.io/jobset-name=%s --prefix --max-log-requests=100", ""),
    EXEC("exec -it POD -- COMMAND", "'kubectl get pods -l jobset.sigs.k8s.io/jobset-name=%s -n %s' lists the pods"),
    SCALE("scale trainjob %s --replicas=NODES", ""),
    STOP("patch trainjob %s --type=merge -p '{\"spec\": {\"suspend\": true}}'", "");

    private final String command;
    private final String beside;

    /**
     * @param command behind {@code kubectl -n NAMESPACE}, with a place for the name
     * @param beside what helps, too, with places for name and namespace; may be empty
     */
    KubectlCommand(String command, String beside) {
        this.command = command;
        this.beside = beside;
    }

    /** A sentence with the command for one TrainJob. */
    String words(String trainJob, String namespace) {
        String name = ShellWord.of(trainJob);
        String inNamespace = ShellWord.of(namespace);
        return "This command covers only local runs and TrainJobs of 'trainyard up'. For a TrainJob in a cluster, type: kubectl -n "
                + inNamespace + " " + command.formatted(name)
                + (beside.isEmpty() ? "" : "  (" + beside.formatted(name, inNamespace) + ")");
    }
}
