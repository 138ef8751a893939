package io.trainyard.core.report.http;

import io.smallrye.mutiny.Uni;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import java.util.Optional;

/** Who may report for a TrainJob. */
@FunctionalInterface
public interface ReportAccess {
    /**
     * What a request says of its sender.
     *
     * @param authorization header of that name
     * @param host header of that name
     * @param origin header of that name, which only pages of browsers send
     * @param address of the connection
     */
    record Sender(Optional<String> authorization, Optional<String> host, Optional<String> origin, String address) {}

    /** What becomes of a request. */
    enum Verdict {
        ALLOWED,
        FORBIDDEN,
        /** Nobody could be asked in time, or this sender asks too often. */
        TOO_MANY
    }

    /**
     * A decision.
     *
     * @param pod name of the pod that reports; empty where that is not known, and when it may not
     * @param uid of the TrainJob whose pod that is, and for which alone it may report; empty where pods are not asked for
     */
    record Decision(Verdict verdict, String pod, String uid) {
        static final Decision FORBIDDEN = new Decision(Verdict.FORBIDDEN, "", "");
        static final Decision TOO_MANY = new Decision(Verdict.TOO_MANY, "", "");

        static Decision allowed(String pod, String uid) {
            return new Decision(Verdict.ALLOWED, pod, uid);
        }

        /** Whether it is about this TrainJob, and not about another one that had its name. */
        boolean isFor(TrainJob trainJob) {
            return uid.isEmpty() || uid.equals(trainJob.getMetadata().getUid());
        }
    }

    /** Decides; on the event loop of the server. Fails when nobody knows. */
    Uni<Decision> decide(ResourceKey trainJob, Sender sender);
}
