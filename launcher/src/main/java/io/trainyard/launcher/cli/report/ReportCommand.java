package io.trainyard.launcher.cli.report;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.dashboard.report.ReportPage;
import io.trainyard.launcher.cli.plugins.PluginFlags;
import io.trainyard.launcher.cli.plugins.PluginSource;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.why.JobArgument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes one file with all that is known of a TrainJob. */
@Command(
        name = "report",
        header = "Write one HTML file about a TrainJob, to keep or to send.",
        description = {
            "",
            "The file holds why the job stands where it does, timeline, pods and ranks, charts, events, the last lines of its logs, its spec and what it "
                    + "became. It opens in any browser, without a network. What is recognised as a secret is left out.",
            "",
            "JOB is a local run that 'trainyard ps' lists, or a TrainJob of the service ('trainyard up'). If there is none of that name, "
                    + "it is a TrainJob of kubectl's cluster, in the namespace of the context. "
                    + "With --namespace, --all-namespaces, --context or --kubeconfig only the cluster is asked."
        },
        footer = {
            "  trainyard report latest                        of the newest local run",
            "  trainyard report bert -n team-a -o bert.html   of a TrainJob in a cluster"
        },
        exitCodeList = {
            "0:the file is written",
            "1:the cluster does not answer, or the file cannot be written",
            "2:there is no such TrainJob"
        })
public final class ReportCommand implements Callable<Integer> {
    private static final int MARK_WITHIN = 4096;

    private final Environment environment;
    private final Function<PluginSource, ReportMaker> makers;

    @Mixin
    private JobArgument job = new JobArgument();

    @Mixin
    private PluginFlags pluginFlags = new PluginFlags();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description =
                    "Where to write it; - for standard output. Without it, a file named after the job in this folder.")
    private @Nullable Path output;

    @Option(names = "--force", description = "Replace a file that exists and is no report.")
    private boolean force;

    public ReportCommand(Environment environment, Function<PluginSource, ReportMaker> makers) {
        this.environment = environment;
        this.makers = makers;
    }

    @Override
    public Integer call() {
        ReportMaker maker = makers.apply(pluginFlags.source(pluginFlags.configuration(environment), environment));
        ReportMaker.Report report = job.find(environment.variables(), maker::make, maker::make);
        if (output != null && output.toString().equals("-")) {
            environment.out().println(report.content());
        } else {
            write(report);
        }
        return ExitCodes.DONE;
    }

    private void write(ReportMaker.Report report) {
        Path file = output == null ? Path.of(report.name()) : output;
        try {
            if (!force && Files.exists(file) && !isReport(file)) {
                throw wrong(file + " exists and is no report, so it is left alone; --force replaces it");
            }
            Files.writeString(file, report.content());
        } catch (IOException unwritable) {
            throw new CommandException(
                    ExitCodes.FAILED, "cannot write " + file + ": " + unwritable.getMessage(), unwritable);
        }
        environment.out().println(file);
    }

    /** Files of other kinds, such as a pipe, are never read. */
    private static boolean isReport(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return !Files.isDirectory(file);
        }
        try (InputStream stream = Files.newInputStream(file)) {
            String begin = new String(stream.readNBytes(MARK_WITHIN), StandardCharsets.UTF_8);
            return begin.isEmpty() || ReportPage.isReport(begin);
        }
    }
}
