package io.trainyard.launcher.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * An MPI that is installed on this machine.
 *
 * @param implementation its name in a policy
 * @param folder where it is installed, if not where the system's programs are; empty else
 * @param mpirun as the launcher calls it
 * @param compiler makes programs for it
 * @param variables that this machine needs, such as which network to use; never what the controller sets
 */
record InstalledMpi(
        String implementation, String folder, String mpirun, String compiler, Map<String, String> variables) {
    /** Where pods see the folder. */
    static final String FOLDER_IN_PODS = "/run/mpi/root";

    static InstalledMpi of(String implementation) {
        return switch (implementation) {
            // Debian's MPIs look for networks that a pod of this test has not.
            case "OpenMPI" ->
                new InstalledMpi(
                        implementation,
                        "",
                        "mpirun.openmpi",
                        "mpicc.openmpi",
                        Map.of("OMPI_MCA_btl", "self,tcp", "OMPI_MCA_pml", "ob1"));
            case "MPICH" ->
                new InstalledMpi(implementation, "", "mpirun.mpich", "mpicc.mpich", Map.of("UCX_TLS", "tcp,self,sm"));
            default -> {
                String folder = System.getProperty("mpi.intel", "");
                yield new InstalledMpi(
                        implementation,
                        folder,
                        FOLDER_IN_PODS + "/bin/mpirun",
                        folder + "/bin/mpicc",
                        Map.of(
                                "I_MPI_ROOT",
                                FOLDER_IN_PODS,
                                "LD_LIBRARY_PATH",
                                FOLDER_IN_PODS + "/lib",
                                "I_MPI_FABRICS",
                                "ofi",
                                "FI_PROVIDER",
                                "tcp"));
            }
        };
    }

    /** Skips the test, or fails it where everything has to be there, with what is missing. */
    void require() throws Exception {
        List<String> missing = new ArrayList<>();
        for (String program : List.of(
                folder.isEmpty() ? mpirun : folder + "/bin/mpirun",
                compiler,
                "/usr/sbin/sshd",
                "unshare",
                "ip",
                "setpriv")) {
            if (!isThere(program)) {
                missing.add(program);
            }
        }
        if (!"root".equals(System.getProperty("user.name"))) {
            missing.add("the right to make network namespaces (run as root)");
        }
        if (Boolean.getBoolean("mpi.required")) {
            assertThat(missing).as("needed for %s", implementation).isEmpty();
        }
        assumeTrue(
                missing.isEmpty(),
                () -> "skipped: mpirun of " + implementation + " needs " + String.join(", ", missing));
    }

    private static boolean isThere(String program) throws IOException, InterruptedException {
        if (program.startsWith("/")) {
            return Files.isExecutable(Path.of(program));
        }
        Process which = new ProcessBuilder("sh", "-c", "command -v \"$1\"", "sh", program)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return which.waitFor(30, TimeUnit.SECONDS) && which.exitValue() == 0;
    }

    /** What it says of itself. */
    String version() throws Exception {
        Process process = new ProcessBuilder(folder.isEmpty() ? mpirun : folder + "/bin/mpiexec.hydra", "--version")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes());
        return output.lines()
                .limit(2)
                .filter(line -> !line.startsWith("Copyright"))
                .map(String::strip)
                .reduce((one, two) -> one + "; " + two)
                .orElse("");
    }
}
