package io.trainyard.testcluster;

import io.trainyard.testcluster.process.PortRange;
import io.trainyard.testcluster.programs.Program;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What kind of cluster to start. Two equal values ask for the same cluster.
 *
 * @param kind how much of a control plane
 * @param audit whether requests of the subject are recorded ({@link TestCluster#auditLog()})
 * @param nodes how many fake nodes there are, at least 1; without meaning in a bare cluster
 * @param serviceAccounts whether every pod gets a service account with a token, as in production; without it pods can be
 *     made in a namespace right after the namespace
 * @param customResourceDefinitions files or folders with definitions that are installed before any controller starts, so
 *     that garbage collection knows them at once (it looks for new ones only every 30 seconds)
 * @param addOns what else runs; in a bare cluster only {@link AddOn#KUBEFLOW_TRAINER} does
 * @param ports where the ports are chosen from
 */
public record Options(
        ClusterKind kind,
        boolean audit,
        int nodes,
        boolean serviceAccounts,
        List<Path> customResourceDefinitions,
        Set<AddOn> addOns,
        PortRange ports) {

    /** System property: the range of ports, such as {@code 21000-21999}. */
    public static final String PORTS_PROPERTY = "testcluster.ports";

    private static final int DEFAULT_NODES = 3;

    public Options {
        if (nodes < 1) {
            throw new IllegalArgumentException("nodes is " + nodes + " and must be at least 1");
        }
        customResourceDefinitions = customResourceDefinitions.stream()
                .map(path -> path.toAbsolutePath().normalize())
                .toList();
        addOns = Set.copyOf(addOns);
    }

    /** Whether a running cluster can be given this, and be taken it from again: definitions, and what JobSet may do. */
    boolean isCommon() {
        return !serviceAccounts && nodes == DEFAULT_NODES && addOns.stream().allMatch(AddOn.ELASTIC_JOBSET::equals);
    }

    /** Whether a running cluster of other options can become one of these. */
    boolean canFollow(Options other) {
        return isCommon()
                && other.isCommon()
                && withCustomResourceDefinitions()
                        .withAddOns()
                        .equals(other.withCustomResourceDefinitions().withAddOns());
    }

    /** The programs that run in such a cluster. */
    Set<Program> programs() {
        Set<Program> programs = EnumSet.copyOf(kind.programs());
        addOns.forEach(addOn -> programs.add(addOn.program()));
        return programs;
    }

    /** A bare cluster without audit log. */
    public static Options bare() {
        return of(ClusterKind.BARE);
    }

    /** A full cluster with 3 nodes, without audit log and service accounts. */
    public static Options full() {
        return of(ClusterKind.FULL);
    }

    static Options of(ClusterKind kind) {
        String ports = System.getProperty(PORTS_PROPERTY, "");
        return new Options(
                kind,
                false,
                DEFAULT_NODES,
                false,
                List.of(),
                Set.of(),
                ports.isBlank() ? PortRange.DEFAULT : PortRange.parse(ports));
    }

    public Options withKind(ClusterKind value) {
        return new Options(value, audit, nodes, serviceAccounts, customResourceDefinitions, addOns, ports);
    }

    public Options withAudit(boolean value) {
        return new Options(kind, value, nodes, serviceAccounts, customResourceDefinitions, addOns, ports);
    }

    public Options withNodes(int value) {
        return new Options(kind, audit, value, serviceAccounts, customResourceDefinitions, addOns, ports);
    }

    public Options withServiceAccounts(boolean value) {
        return new Options(kind, audit, nodes, value, customResourceDefinitions, addOns, ports);
    }

    public Options withCustomResourceDefinitions(Path... value) {
        return new Options(kind, audit, nodes, serviceAccounts, Arrays.asList(value), addOns, ports);
    }

    public Options withAddOns(AddOn... value) {
        return new Options(kind, audit, nodes, serviceAccounts, customResourceDefinitions, Set.of(value), ports);
    }

    public Options withPorts(PortRange value) {
        return new Options(kind, audit, nodes, serviceAccounts, customResourceDefinitions, addOns, value);
    }
}
