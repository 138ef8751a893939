package io.trainyard.local.kubelet.mpi;

import java.util.Locale;

/** How ranks of an MPI job are started on this machine. */
public enum MpiMode {
    /** All by the one mpirun of the launcher, which takes this machine for the only host. */
    COLLAPSE,

    /** On the hosts of the hostfile, which are pods, by a program that stands in for ssh. */
    AGENT;

    /** As it is typed. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
