package io.trainyard.core.config;

import java.util.Map;
import java.util.Optional;

/**
 * How strictly TrainJobs and runtimes are validated, and how large they may be, also when they are built.
 *
 * @param stringNumProcPerNode what is done about a {@code spec.trainer.numProcPerNode} that is a string, which newer clients cannot read
 * @param initializerVolumeMount what is done about an initializer container without a volume mount named {@code initializer}
 * @param deprecationPolicy address of a page for users of deprecated runtimes; shown in warnings
 * @param fieldPreservingUsers clients that write whole TrainJobs back without the fields they do not know, by user name
 * @param clientCAFile authority of the client certificates without which nobody is served, a file in PEM; empty serves everybody
 * @param sizes how large TrainJobs and runtimes may be
 */
public record AdmissionSettings(
        Strictness stringNumProcPerNode,
        Strictness initializerVolumeMount,
        String deprecationPolicy,
        Map<String, ClientRelease> fieldPreservingUsers,
        Optional<String> clientCAFile,
        SizeLimits sizes) {
    /** Where the reference explains what becomes of deprecated runtimes. */
    public static final String DEPRECATION_POLICY =
            "https://trainer.kubeflow.org/en/latest/operator-guides/runtime.html#runtime-deprecation-policy";

    /** The user as which Kueue is usually installed. */
    public static final String KUEUE = "system:serviceaccount:kueue-system:kueue-controller-manager";

    /** What holds when the configuration says nothing. */
    public static final AdmissionSettings DEFAULT = new AdmissionSettings(
            Strictness.WARN,
            Strictness.WARN,
            DEPRECATION_POLICY,
            Map.of(KUEUE, ClientRelease.V2_2),
            Optional.empty(),
            SizeLimits.DEFAULT);

    public AdmissionSettings {
        fieldPreservingUsers = Map.copyOf(fieldPreservingUsers);
    }

    /** The same, strict in another way about a {@code numProcPerNode} that is a string. */
    public AdmissionSettings withStringNumProcPerNode(Strictness strictness) {
        return new AdmissionSettings(
                strictness, initializerVolumeMount, deprecationPolicy, fieldPreservingUsers, clientCAFile, sizes);
    }

    /** What is done about something questionable. */
    public enum Strictness {
        ALLOW,
        WARN,
        DENY
    }

    /** The release of the API that a client was built with, as far as its fields differ. */
    public enum ClientRelease {
        /** Knows {@code podSpecOverrides}. */
        V2_0,
        /** Knows {@code podTemplateOverrides}. */
        V2_1,
        /** Knows {@code runtimePatches}; also all later releases. */
        V2_2
    }
}
