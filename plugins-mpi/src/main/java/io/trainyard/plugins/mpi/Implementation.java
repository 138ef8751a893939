package io.trainyard.plugins.mpi;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What differs between the implementations of MPI: the form of the hostfile, and the variables that {@code mpirun} reads. */
enum Implementation {
    /** Open MPI 4 and 5: the two read different families of variables, and each ignores the other's. */
    OPEN_MPI("OpenMPI") {
        @Override
        String line(Host host) {
            return host.name() + " slots=" + host.slots();
        }

        @Override
        Map<String, String> variables(int slots, String sshArguments) {
            Map<String, String> variables = new LinkedHashMap<>();
            variables.put("OMPI_MCA_orte_default_hostfile", Hostfile.PATH);
            variables.put("OMPI_MCA_orte_keep_fqdn_hostnames", "true");
            variables.put("OMPI_MCA_orte_set_default_slots", String.valueOf(slots));
            variables.put("OMPI_MCA_plm_rsh_args", sshArguments);
            variables.put("PRTE_MCA_prte_default_hostfile", Hostfile.PATH);
            variables.put("PRTE_MCA_prte_keep_fqdn_hostnames", "false");
            variables.put("PRTE_MCA_prte_set_default_slots", String.valueOf(slots));
            variables.put("PRTE_MCA_plm_ssh_args", sshArguments);
            return variables;
        }
    },

    INTEL("Intel") {
        @Override
        Map<String, String> variables(int slots, String sshArguments) {
            Map<String, String> variables = new LinkedHashMap<>();
            variables.put("I_MPI_HYDRA_HOST_FILE", Hostfile.PATH);
            variables.put("I_MPI_HYDRA_BOOTSTRAP_EXEC_EXTRA_ARGS", sshArguments);
            variables.put("I_MPI_PERHOST", String.valueOf(slots));
            return variables;
        }
    },

    MPICH("MPICH", "HYDRA_LAUNCH_EXTRA_ARGS") {
        @Override
        Map<String, String> variables(int slots, String sshArguments) {
            Map<String, String> variables = new LinkedHashMap<>();
            variables.put("HYDRA_HOST_FILE", Hostfile.PATH);
            variables.put("HYDRA_LAUNCHER_EXTRA_ARGS", sshArguments);
            return variables;
        }
    };

    private final String value;
    private final List<String> furtherReserved;

    Implementation(String value, String... furtherReserved) {
        this.value = value;
        this.furtherReserved = List.of(furtherReserved);
    }

    /**
     * The implementation of that name.
     *
     * @param name as in the policy; null and empty mean Open MPI
     * @return empty when there is none of that name
     */
    static Optional<Implementation> named(@Nullable String name) {
        if (name == null || name.isEmpty()) {
            return Optional.of(OPEN_MPI);
        }
        return Arrays.stream(values()).filter(known -> known.value.equals(name)).findFirst();
    }

    /** All names, for messages. */
    static List<String> names() {
        return Arrays.stream(values()).map(known -> known.value).toList();
    }

    /** One line of the hostfile, without its end. */
    String line(Host host) {
        return host.name() + ":" + host.slots();
    }

    /**
     * The variables of the launcher, in order. Their names are reserved.
     *
     * @param slots ranks on each host
     * @param sshArguments further arguments of ssh, split at blanks
     */
    abstract Map<String, String> variables(int slots, String sshArguments);

    /** True for a name that users may not set. */
    boolean isReserved(String variable) {
        return variables(1, "").containsKey(variable) || furtherReserved.contains(variable);
    }

    /** Hydra, the process manager of Intel MPI and MPICH, has the nodes call back under the launcher's short host name. */
    boolean usesHydra() {
        return this != OPEN_MPI;
    }
}
