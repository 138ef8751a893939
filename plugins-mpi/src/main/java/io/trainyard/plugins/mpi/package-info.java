/**
 * MPI: one launcher that starts ranks on nodes over SSH, for Open MPI, Intel MPI and MPICH. Read
 * {@link io.trainyard.plugins.mpi.MpiPlugin} first; what differs between the implementations is in
 * {@link io.trainyard.plugins.mpi.Implementation}. Sees only {@code io.trainyard.spi} and what that brings.
 */
@NullMarked
package io.trainyard.plugins.mpi;

import org.jspecify.annotations.NullMarked;
