/**
 * MPI jobs on one machine, where no sshd runs: what changes in their pods and in their hostfile. Pure, but for
 * {@link io.trainyard.local.kubelet.mpi.RemoteShell#install}. Start with {@link io.trainyard.local.kubelet.mpi.MpiPods}.
 */
@NullMarked
package io.trainyard.local.kubelet.mpi;

import org.jspecify.annotations.NullMarked;
