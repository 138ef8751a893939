package io.trainyard.launcher.cli.install;

import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.spi.model.TrainerApi;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine.Command;

/** Prints the custom resource definitions that belong to this version. */
@Command(
        name = "crds",
        header = "Print the custom resource definitions, for kubectl.",
        description = {"", "Prints the definitions that a cluster needs before it accepts TrainJobs and runtimes."},
        footer = "  trainyard crds | kubectl apply --server-side -f -")
public final class CrdsCommand implements Runnable {
    private static final List<String> PLURALS = List.of("trainjobs", "trainingruntimes", "clustertrainingruntimes");

    private final Environment environment;

    public CrdsCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void run() {
        PrintWriter out = environment.out();
        for (String plural : PLURALS) {
            if (!plural.equals(PLURALS.get(0))) {
                out.println("---");
            }
            print("/io/trainyard/launcher/crds/" + TrainerApi.GROUP + "_" + plural + ".yaml", out);
        }
    }

    private static void print(String resource, PrintWriter out) {
        try (InputStream stream = CrdsCommand.class.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new CommandException(ExitCodes.INTERNAL_ERROR, "this build was made without " + resource);
            }
            Reader reader = new InputStreamReader(stream, StandardCharsets.UTF_8);
            reader.transferTo(out);
        } catch (IOException unreadable) {
            throw new CommandException(
                    ExitCodes.INTERNAL_ERROR, "cannot read " + resource + ": " + unreadable.getMessage());
        }
    }
}
