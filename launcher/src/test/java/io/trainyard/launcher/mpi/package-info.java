/**
 * MPI jobs as the plugin and the compiler of the controller make them, up to real {@code mpirun}s that use the very files. Start with
 * {@link io.trainyard.launcher.mpi.MpirunIT}.
 */
@NullMarked
package io.trainyard.launcher.mpi;

import org.jspecify.annotations.NullMarked;
