package io.trainyard.launcher.cli;

import io.trainyard.launcher.cli.process.Environment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program without a command. */
@Command(
        name = "trainyard",
        synopsisHeading = "Usage: ",
        customSynopsis = "trainyard COMMAND [OPTIONS]",
        description = {
            "",
            "Trains models on Kubernetes, on one machine or many. You describe a training run as a TrainJob, which names a "
                    + "runtime: the template for such runs. Trainyard turns both into a JobSet and watches it."
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  trainyard run examples/train-python.yaml           train on this machine",
            "  trainyard render examples/torch-multi-node.yaml    see what it becomes",
            "  trainyard crds | kubectl apply --server-side -f -  install its kinds",
            "",
            "'trainyard COMMAND --help' explains a command."
        })
final class RootCommand implements Runnable {
    private final Environment environment;

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            description = "Show the version.")
    private boolean version;

    @SuppressWarnings("NullAway.Init")
    RootCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void run() {
        if (!version) {
            throw new ParameterException(spec.commandLine(), "a command is missing");
        }
        new VersionCommand(environment).run();
    }
}
