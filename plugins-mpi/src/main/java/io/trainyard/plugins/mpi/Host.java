package io.trainyard.plugins.mpi;

/**
 * A pod that runs ranks.
 *
 * @param name as it stands in the hostfile
 * @param slots how many ranks it runs
 */
record Host(String name, int slots) {}
