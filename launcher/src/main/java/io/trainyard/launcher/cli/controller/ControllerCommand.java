package io.trainyard.launcher.cli.controller;

import io.trainyard.core.config.Configuration;
import io.trainyard.core.config.ConfigurationReader;
import io.trainyard.core.config.ConfigurationResult;
import io.trainyard.core.config.FlagOverride;
import io.trainyard.core.config.OwnNamespace;
import io.trainyard.core.kube.login.LoginEnvironment;
import io.trainyard.foundation.yaml.Problem;
import io.trainyard.launcher.cli.plugins.PluginFolder;
import io.trainyard.launcher.cli.process.BuildInfo;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.StopSignals;
import io.trainyard.launcher.logging.LogSetup;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the controller until it is told to stop. Takes the flags of every release of the original one. */
@Command(
        name = "controller",
        header = "Run the controller, usually in a cluster.",
        synopsisHeading = "Usage: ",
        customSynopsis = "trainyard controller [FLAGS]",
        description = {
            "",
            "Watches TrainJobs and reconciles them. All settings are in the configuration file; a flag overrides "
                    + "its field. Flags may be written with one dash or two."
        },
        optionListHeading = "%nFlags:%n",
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:stopped cleanly",
            "1:could not start, or could not go on",
            "2:an unknown flag or a wrong value"
        })
public final class ControllerCommand implements Callable<Integer> {
    private final Environment environment;
    private final Supplier<ControllerProcess> controllers;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Configuration file, YAML or JSON, of kind Configuration. Without one, all defaults apply.")
    private @Nullable Path config;

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "How to reach the cluster from outside. Looked for in this order: this flag, $KUBECONFIG, "
                    + "the account of the pod, ~/.kube/config.")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--plugins-dir",
            paramLabel = "FOLDER",
            description = "Where plugins are. Field: trainyard.plugins.directory.")
    private @Nullable Path pluginsDirectory;

    @ArgGroup(validate = false, heading = "%nFlags that stand for a field of the configuration file:%n")
    private ControllerFlags flags = new ControllerFlags();

    @ArgGroup(validate = false, heading = "%nLogging:%n")
    private LogFlags logFlags = new LogFlags();

    @Option(
            names = {"-h", "--help", "-help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    public ControllerCommand(Environment environment, Supplier<ControllerProcess> controllers) {
        this.environment = environment;
        this.controllers = controllers;
    }

    @Override
    public Integer call() {
        LogSetup.apply(logFlags.options());
        Logger log = LoggerFactory.getLogger(ControllerCommand.class);
        ConfigurationResult result = read(flags.overrides());
        for (Problem warning : result.warnings()) {
            log.atWarn()
                    .addKeyValue("field", warning.path())
                    .addKeyValue("location", warning.location())
                    .log(warning.message());
        }
        if (result instanceof ConfigurationResult.Invalid invalid) {
            log.atError()
                    .addKeyValue(
                            "problems",
                            invalid.errors().stream().map(Problem::toString).toList())
                    .log("the configuration cannot be used");
            return ExitCodes.FAILED;
        }
        return run(((ConfigurationResult.Valid) result).configuration(), log);
    }

    private ConfigurationResult read(List<FlagOverride> overrides) {
        return config == null || config.toString().isEmpty()
                ? ConfigurationReader.withoutFile(overrides)
                : ConfigurationReader.fromFile(config, overrides);
    }

    @SuppressWarnings("try") // Signals are handled for as long as the block runs; nothing calls them.
    private int run(Configuration configuration, Logger log) {
        try {
            ControllerProcess controller = controllers.get();
            ControllerProcess.Request request = new ControllerProcess.Request(
                    configuration,
                    Optional.ofNullable(kubeconfig)
                            .filter(file -> !file.toString().isEmpty()),
                    OwnNamespace.read(OwnNamespace.FILE),
                    PluginFolder.choose(pluginsDirectory, configuration, environment),
                    BuildInfo.current(),
                    configuration
                            .trainyard()
                            .webhook()
                            .shutdownDelay(
                                    LoginEnvironment.of(environment.variables()).isInPod()));
            try (StopSignals signals =
                    new StopSignals(controller::stop, () -> Runtime.getRuntime().halt(ExitCodes.FAILED))) {
                return controller.run(request);
            }
        } catch (CommandException failure) {
            log.atError().addKeyValue("problems", failure.lines()).log("the controller cannot start");
        } catch (RuntimeException fault) {
            log.atError().setCause(fault).log("the controller failed");
        }
        return ExitCodes.FAILED;
    }
}
