package io.trainyard.launcher.cli.launch;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.launcher.cli.input.DurationConverter;
import io.trainyard.launcher.code.StoredArchive;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How code gets onto a volume claim. */
final class UploadFlags {
    @Option(
            names = "--code-claim",
            paramLabel = "NAME",
            description = "Take the code that is in this volume claim, and send none; with --upload, bring it there.")
    private @Nullable String claim;

    @Option(
            names = "--upload",
            description =
                    "Bring the code onto the claim of --code-claim, however large it is, through a pod that is deleted afterwards; what is there already is not sent again.")
    private boolean upload;

    @Option(
            names = "--upload-image",
            paramLabel = "IMAGE",
            description = "The image of that pod, with a shell and tar; that of the trainer without it.")
    private @Nullable String image;

    @Option(
            names = "--upload-timeout",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            defaultValue = "10m",
            description = "How long that pod may take to start (${DEFAULT-VALUE}).")
    private Duration timeout = Duration.ofMinutes(10);

    /** The claim in which the code lies already; empty where it is sent somehow. */
    Optional<JobSubmitter.OnClaim> filledClaim() {
        if (claim == null && upload) {
            throw wrong("--upload: say where to, with --code-claim NAME");
        }
        if (image != null && !upload) {
            throw wrong("--upload-image: only together with --upload");
        }
        return upload ? Optional.empty() : Optional.ofNullable(claim).map(JobSubmitter.OnClaim::new);
    }

    /** Whether the code goes onto a claim. */
    boolean isUpload() {
        return upload;
    }

    /**
     * The code on its way to the claim.
     *
     * @param label what its folder there is called
     */
    JobSubmitter.ToClaim code(StoredArchive archive, String label) {
        return new JobSubmitter.ToClaim(
                Optional.ofNullable(claim).orElseThrow(), archive, label, Optional.ofNullable(image), timeout);
    }
}
