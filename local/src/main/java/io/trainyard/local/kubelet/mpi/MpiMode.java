package io.trainyard.local.kubelet.mpi;

/** How ranks of an MPI job are started on this machine; constants are called as they are typed. */
public enum MpiMode {
    /** All by the one mpirun of the launcher, which takes this machine for the only host. */
    collapse,

    /** On the hosts of the hostfile, which are pods, by a program that stands in for ssh. */
    agent
}
