package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * MPI: one launcher starts ranks on the nodes.
 *
 * @param numProcPerNode slots on each node; null means 1
 * @param mpiImplementation {@code OpenMPI}, {@code Intel} or {@code MPICH}; null or empty means OpenMPI
 * @param sshAuthMountPath absolute path of the SSH keys; null means {@code /root/.ssh}
 * @param runLauncherAsNode true when the launcher is one of the nodes; null means false
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record MPIPolicy(
        @Nullable Integer numProcPerNode,
        @Nullable String mpiImplementation,
        @Nullable String sshAuthMountPath,
        @Nullable Boolean runLauncherAsNode) {}
