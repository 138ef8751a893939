package io.trainyard.launcher.cli.launch;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.core.manifest.ManifestReader;
import io.trainyard.core.manifest.Manifests;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Documents;
import io.trainyard.foundation.yaml.YamlDocuments;
import io.trainyard.foundation.yaml.YamlWriter;
import io.trainyard.launcher.cli.cluster.Cluster;
import io.trainyard.launcher.cli.cluster.ClusterFlags;
import io.trainyard.launcher.cli.input.GivenNames;
import io.trainyard.launcher.cli.input.ProgramFiles;
import io.trainyard.launcher.cli.input.RuntimeCatalogue;
import io.trainyard.launcher.cli.input.WithProgram;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.StopSignals;
import io.trainyard.launcher.code.CodeArchive;
import io.trainyard.launcher.code.CodeException;
import io.trainyard.launcher.code.CodeFolder;
import io.trainyard.launcher.code.StoredArchive;
import io.trainyard.launcher.program.MeantVariables;
import io.trainyard.launcher.program.ProgramJob;
import io.trainyard.launcher.program.UnclearProgramException;
import io.trainyard.launcher.run.view.ByteCount;
import io.trainyard.local.validation.DefinedSchemas;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a TrainJob of a command line and brings it to a cluster together with the code of the folder. */
@Command(
        name = "submit",
        header = "Train a command line in a cluster, with the code of this folder.",
        customSynopsis = {
            "trainyard submit [OPTIONS] -- COMMAND [ARGUMENT...]",
            "       trainyard submit [OPTIONS] JOB.yaml"
        },
        description = {
            "",
            "Makes a TrainJob as 'trainyard launch' does, or takes one that was written, and creates it in the cluster that kubectl would use. The code of this "
                    + "folder goes along in ConfigMaps, up to 8 MiB when packed, and is deleted with the TrainJob: no image has to be built for it. Each pod "
                    + "unpacks it before the program starts in it; the image needs a shell, and tar or Python. More goes onto a volume claim: --code-claim NAME --upload.",
            "",
            "Left out are what .gitignore and .trainyardignore name, data, checkpoints, caches and virtual environments, and what looks like a secret."
        },
        exitCodeList = {
            "0:the TrainJob was created; with --watch, it succeeded",
            "1:the cluster does not answer or refuses something; with --watch, the TrainJob failed",
            "2:wrong input or option"
        },
        footer = {
            "  trainyard submit --nodes 2 --gpus 8 -- python train.py --epochs 10",
            "  trainyard submit --watch job.yaml                    a TrainJob that 'launch --save' wrote"
        })
public final class SubmitCommand implements Callable<Integer>, WithProgram {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("MMdd-HHmmss");

    private final Environment environment;
    private final Supplier<JobSubmitter> submitters;
    private final Clock clock;

    @Parameters(
            arity = "0..*",
            paramLabel = "COMMAND",
            description = "What each node starts, with its arguments; or a file with a TrainJob.")
    private List<String> words = List.of();

    private boolean behindDashes;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @ArgGroup(validate = false, heading = "%nThe TrainJob:%n")
    private JobFlags job = new JobFlags();

    @Mixin
    private ClusterFlags cluster = new ClusterFlags();

    @Option(
            names = "--code",
            paramLabel = "FOLDER",
            description =
                    "The folder with the code; this one without it. The program starts in this one all the same if it lies in that.")
    private @Nullable Path codeFolder;

    @Option(
            names = "--include",
            paramLabel = "PATTERN",
            description =
                    "Take a file or folder along that would be left out, such as .env; as in .gitignore. May be repeated.")
    private List<String> include = List.of();

    @Mixin
    private UploadFlags upload = new UploadFlags();

    @Option(
            names = "--watch",
            description = "Show the logs of all pods until the TrainJob has ended. Ctrl-C leaves it running.")
    private boolean watch;

    @Option(
            names = "--dry-run",
            description =
                    "Print the TrainJob that would be created, and create nothing. Where the cluster cannot be asked, a line says what is not known without it.")
    private boolean dryRun;

    /**
     * @param clock names the job when nobody does
     */
    public SubmitCommand(Environment environment, Supplier<JobSubmitter> submitters, Clock clock) {
        this.environment = environment;
        this.submitters = submitters;
        this.clock = clock;
    }

    @Override
    public void setProgram(List<String> given) {
        words = List.copyOf(given);
        behindDashes = true;
    }

    @Override
    public Integer call() {
        if (words.isEmpty()) {
            throw wrong("name what to start: trainyard submit --nodes 2 -- python train.py");
        }
        try {
            return submit();
        } catch (CodeException | UnclearProgramException unclear) {
            throw new CommandException(ExitCodes.WRONG_INPUT, String.valueOf(unclear.getMessage()), unclear);
        }
    }

    private int submit() {
        boolean file = !behindDashes && words.size() == 1 && words.get(0).matches(".*\\.ya?ml");
        if (!behindDashes && !file) {
            throw wrong("put -- before the command: trainyard submit --nodes 2 -- " + String.join(" ", words));
        }
        Optional<JobSubmitter.OnClaim> filled = upload.filledClaim();
        Path start = file ? folderOf(Path.of(words.get(0))) : Path.of("").toAbsolutePath();
        Submitted wanted = file ? written(Path.of(words.get(0))) : made(start);
        job.openSecrets().ifPresent(environment.err()::println);
        Cluster meant = cluster.cluster(wanted.namespace());
        if (filled.isPresent()) {
            return submit(meant, wanted, filled.get(), "");
        }
        CodeFolder folder = code(start);
        if (!upload.isUpload()) {
            CodeArchive archive = CodeArchive.of(folder);
            tellSize(archive.files(), archive.bytes().length);
            return submit(meant, wanted, new JobSubmitter.Packed(archive), below(start));
        }
        try (StoredArchive archive = StoredArchive.of(folder)) {
            tellSize(archive.files(), archive.size());
            return submit(meant, wanted, upload.code(archive, wanted.label()), below(start));
        }
    }

    /**
     * A TrainJob on its way.
     *
     * @param trainJob as a tree
     * @param label what it is called without the time that may be in its name
     * @param namespace where the file says that it goes; empty where nothing does
     */
    private record Submitted(Map<String, Object> trainJob, String label, Optional<String> namespace) {}

    private int submit(Cluster meant, Submitted wanted, JobSubmitter.Code code, String folder) {
        JobSubmitter submitter = submitters.get();
        JobSubmitter.Request request = new JobSubmitter.Request(
                meant,
                wanted.trainJob(),
                code,
                folder,
                dryRun
                        ? Optional.of(() -> RuntimeCatalogue.of(null, "default", environment)
                                .all())
                        : Optional.empty());
        JobSubmitter.Report report = submit(submitter, request);
        if (dryRun) {
            environment.out().print(YamlWriter.write(report.trainJob()));
            return ExitCodes.DONE;
        }
        String where = cluster.words(report.namespace());
        environment.out().println("created TrainJob " + report.namespace() + "/" + report.name());
        if (!watch) {
            environment.out().println("trainyard why " + report.name() + where + " says how it is");
            return ExitCodes.DONE;
        }
        environment.out().flush();
        return follow(submitter, meant, report, where);
    }

    /** Ctrl-C during an upload leaves no pod behind; a second one does not wait for that. */
    @SuppressWarnings("try") // Signals are handled for as long as the block runs; nothing calls them.
    private JobSubmitter.Report submit(JobSubmitter submitter, JobSubmitter.Request request) {
        if (!(request.code() instanceof JobSubmitter.ToClaim)) {
            return submitter.submit(request, this::tell);
        }
        try (StopSignals signals =
                new StopSignals(submitter::stop, () -> Runtime.getRuntime().halt(ExitCodes.STOPPED))) {
            return submitter.submit(request, this::tell);
        }
    }

    private void tell(String message) {
        environment.err().println(message);
        environment.err().flush();
    }

    @SuppressWarnings("try") // Signals are handled for as long as the block runs; nothing calls them.
    private int follow(JobSubmitter submitter, Cluster meant, JobSubmitter.Report report, String where) {
        try (StopSignals signals = new StopSignals(submitter::stop, submitter::stop)) {
            Optional<Boolean> succeeded = submitter.follow(meant, report, environment.out());
            if (succeeded.isEmpty()) {
                environment
                        .out()
                        .println("the TrainJob goes on; trainyard why " + report.name() + where
                                + " says how it is, kubectl delete trainjob " + report.name() + " -n "
                                + report.namespace()
                                + " ends it");
                return ExitCodes.STOPPED;
            }
            return succeeded.get() ? ExitCodes.DONE : ExitCodes.FAILED;
        }
    }

    private Submitted made(Path folder) {
        ProgramJob made = job.job(words, new ProgramFiles(folder));
        environment.err().println("runtime " + made.runtime() + ", since " + made.reason());
        made.program().told().forEach(environment.err()::println);
        MeantVariables.note(words).ifPresent(environment.err()::println);
        // A cluster keeps what has ended, so that the same name would be taken the next time.
        ProgramJob named = made.settings().name().isPresent()
                ? made
                : new ProgramJob(
                        made.program(),
                        made.settings().withName(made.name() + "-" + STAMP.format(LocalDateTime.now(clock))));
        return new Submitted(named.tree(), made.name(), Optional.empty());
    }

    private Submitted written(Path file) {
        spec.commandLine().getParseResult().matchedOptionsSet().stream()
                .filter(option ->
                        option.userObject() instanceof Field field && field.getDeclaringClass() == JobFlags.class)
                .findFirst()
                .ifPresent(option -> {
                    throw wrong(option.longestName() + ": not possible with a file; write it into " + file);
                });
        Documents documents = YamlDocuments.readFile(file);
        Manifests manifests = ManifestReader.read(List.of(documents), "default", DefinedSchemas::of);
        if (!manifests.problems().isEmpty()) {
            throw CommandException.ofInput(manifests.problems());
        }
        if (manifests.trainJobs().size() != 1 || documents.documents().size() != 1) {
            throw wrong(file + ": must hold one TrainJob and nothing else");
        }
        Map<String, Object> trainJob = TreeConversion.toTree(new GivenNames(environment.err()::println)
                .named(manifests.trainJobs().get(0)));
        if (Tree.list(trainJob, "spec", "trainer", "command").isEmpty()) {
            throw wrong(file + ": spec.trainer.command: required, since the code has to be unpacked before it");
        }
        return new Submitted(
                trainJob,
                Tree.text(trainJob, "metadata", "name"),
                documents
                        .documents()
                        .get(0)
                        .mapping()
                        .map(tree -> Tree.text(tree, "metadata", "namespace"))
                        .filter(text -> !text.isEmpty()));
    }

    private CodeFolder code(Path start) {
        Path root = codeFolder == null ? start : codeFolder;
        if (!Files.isDirectory(root)) {
            throw wrong("--code: " + root + " is not a folder");
        }
        CodeFolder folder = CodeFolder.at(root, include);
        if (!folder.ignored().isEmpty()) {
            environment.err().println("left out: " + CodeArchive.few(folder.ignored()));
        }
        if (!folder.secrets().isEmpty()) {
            environment
                    .err()
                    .println("left out, since their names tell of secrets: " + CodeArchive.few(folder.secrets())
                            + "; --include NAME takes one along");
        }
        return folder;
    }

    private void tellSize(int files, long size) {
        tell("code: " + files + (files == 1 ? " file, " : " files, ") + ByteCount.text(size) + " when packed");
    }

    /** Where the program starts, from the folder of the code. */
    private String below(Path start) {
        if (codeFolder == null) {
            return "";
        }
        try {
            Path root = codeFolder.toRealPath();
            Path here = start.toRealPath();
            return here.startsWith(root) ? root.relativize(here).toString() : "";
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read " + codeFolder, unreadable);
        }
    }

    private static Path folderOf(Path file) {
        return file.toAbsolutePath().normalize().resolveSibling("").normalize();
    }
}
