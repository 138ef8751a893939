package io.trainyard.core.view;

import io.trainyard.spi.scheduler.UnschedulableGangs;
import java.util.List;
import java.util.Optional;

/**
 * Why a TrainJob stands where it does.
 *
 * @param kind what it is, for programs
 * @param message one sentence for people, without a stop at its end
 * @param evidence what was seen that proves it, a line each, oldest or most telling first; empty when the sentence says all
 * @param advice what to do about it, one sentence; empty when nothing has to be done
 * @param failure the container that failed first; only where one has
 */
public record Cause(
        Kind kind, String message, List<String> evidence, String advice, Optional<FailedContainer> failure) {
    public Cause {
        evidence = List.copyOf(evidence);
    }

    /** A cause that is no container's failure. */
    public static Cause of(Kind kind, String message, List<String> evidence, String advice) {
        return new Cause(kind, message, evidence, advice, Optional.empty());
    }

    /** Where the job is, for people: what a run on a laptop has ended in is not what its TrainJob last said. */
    public String stateText(JobState told) {
        return switch (kind) {
            case STOPPED -> kind.reason;
            case CONTAINER_FAILED -> JobState.FAILED.text();
            default -> told.text();
        };
    }

    /** What may be the cause. Each has a word of its own, which is the reason of its event, too. */
    public enum Kind {
        /** No controller has looked at it. */
        NOT_RECONCILED("NotReconciled", true),
        /** Somebody else reconciles it. */
        MANAGED_BY_OTHER("ManagedByOther", false),
        /** Somebody asked for it not to run. */
        SUSPENDED("SuspendedByUser", false),
        /** A queue keeps it until there is room. */
        QUEUED("WaitingForQueue", false),
        /** A quota is used up. */
        QUOTA("QuotaExceeded", true),
        /** Its runtime does not exist. */
        RUNTIME_MISSING("RuntimeNotFound", true),
        /** It needs a plugin or an add-on that is not there. */
        PLUGIN_MISSING("PluginNotFound", true),
        /** A webhook or the API server refuses something that it is made of. */
        REFUSED("CreationRefused", true),
        /** Its objects cannot be built or created for some other reason. */
        NOT_BUILT("NotBuilt", true),
        /** A gang is not placed: there is no room for all of its pods, or its scheduler does not take it. */
        GANG_UNSCHEDULABLE(UnschedulableGangs.EVENT, true),
        /** No machine takes a pod. */
        UNSCHEDULABLE("NodesUnsuitable", true),
        /** An image cannot be fetched. */
        IMAGE_PULL("ImagePullFailed", true),
        /** A Secret that a pod needs does not exist. */
        SECRET_MISSING("SecretNotFound", true),
        /** A ConfigMap that a pod needs does not exist. */
        CONFIG_MAP_MISSING("ConfigMapNotFound", true),
        /** A claim that a pod needs does not exist or has no volume. */
        CLAIM_MISSING("ClaimNotReady", true),
        /** A container fails and is started again and again. */
        CRASHING("ContainerCrashing", true),
        /** Data set or model are still being fetched. */
        FETCHING("StillFetching", false),
        /** Pods are being started; nothing is wrong so far. */
        STARTING("PodsStarting", false),
        /** The world that the program formed is smaller than what was asked for. */
        WORLD_TOO_SMALL("WorldTooSmall", true),
        /** It trains. */
        RUNNING("Training", false),
        /** The training has ended in a pod whose other containers still run; nothing is wrong so far. */
        ENDING("TrainingEnded", false),
        /** A container that does not end keeps a pod whose training has ended well. */
        POD_KEPT("PodKept", true),
        /** It has taken longer than it may. */
        DEADLINE("DeadlineExceeded", true),
        /** A container failed, and the job with it. */
        CONTAINER_FAILED("ContainerFailed", true),
        /** It has failed, and no container of it is left that tells why. */
        FAILED("FailureUnexplained", true),
        /** Somebody ended the run on a laptop that it was part of. */
        STOPPED("Stopped", false),
        /** It has ended well. */
        COMPLETE("Done", false);

        private final String reason;
        private final boolean problem;

        Kind(String reason, boolean problem) {
            this.reason = reason;
            this.problem = problem;
        }

        /** One word in camel case: reason of an event, value of {@code kind} in JSON. */
        public String reason() {
            return reason;
        }

        /** True when somebody should do something about it. */
        public boolean isProblem() {
            return problem;
        }
    }
}
