package io.trainyard.launcher.cli.launch;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.launcher.cli.input.ProgramFiles;
import io.trainyard.launcher.cli.input.WithProgram;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.program.CommentedJob;
import io.trainyard.launcher.program.ProgramJob;
import io.trainyard.launcher.run.view.ShellWord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a TrainJob for a script, with an explanation of each field. */
@Command(
        name = "init",
        header = "Write a TrainJob for a script, with each field explained.",
        customSynopsis = "trainyard init SCRIPT [OPTIONS] [-- ARGUMENT...]",
        description = {
            "",
            "The file is called like the script and lies beside it. It runs as it is ('trainyard run train.yaml'); what else may be said stands in it as "
                    + "comments. No file is ever replaced."
        },
        footer = {
            "  trainyard init train.py                     writes train.yaml",
            "  trainyard init train.py --nodes 2 -o job.yaml"
        })
public final class InitCommand implements Callable<Integer>, WithProgram {
    private final Environment environment;
    private List<String> arguments = List.of();

    @Parameters(index = "0", paramLabel = "SCRIPT", description = "The program, such as train.py.")
    private Path script = Path.of("");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The file to write, in the folder of the script.")
    private @Nullable Path output;

    @ArgGroup(validate = false, heading = "%nThe TrainJob:%n")
    private JobFlags job = new JobFlags();

    public InitCommand(Environment environment) {
        this.environment = environment;
    }

    /** Arguments of the program. */
    @Override
    public void setProgram(List<String> given) {
        arguments = List.copyOf(given);
    }

    @Override
    public Integer call() {
        String name = String.valueOf(script.getFileName());
        if (!ProgramJob.isScript(name) || !Files.isRegularFile(script)) {
            throw wrong(script + ": must be a script that exists, such as train.py or train.sh");
        }
        Path folder = script.toAbsolutePath().normalize().resolveSibling("").normalize();
        Path file = output == null ? script.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ".yaml") : output;
        if (!file.toAbsolutePath().normalize().resolveSibling("").normalize().equals(folder)) {
            throw wrong("--output: must be in the folder of the script, since programs start in that of the file");
        }
        List<String> words = Stream.concat(Stream.of(name), arguments.stream()).toList();
        ProgramJob made = job.job(words, new ProgramFiles(folder));
        made.program().notes().forEach(environment.err()::println);
        NewFile.write(
                file,
                CommentedJob.text(
                        made, job.ofTwoNodes(words, new ProgramFiles(folder)), String.valueOf(file.getFileName())),
                false);
        job.openSecrets().ifPresent(environment.err()::println);
        environment.out().println("wrote " + file + ": runtime " + made.runtime() + ", since " + made.reason());
        environment.out().println("trainyard run " + ShellWord.of(file) + " trains here");
        return ExitCodes.DONE;
    }
}
