package io.trainyard.plugins.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.spi.Permission;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.extension.EnforcePodGroupPolicy;
import io.trainyard.spi.extension.TerminalCondition;
import io.trainyard.spi.extension.WatchExtension;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.Trainer;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.runtime.RuntimePolicy;
import io.trainyard.spi.watch.WatchSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What launcher and nodes look like after the policy. */
final class MpiEnforcementTest {
    @ParameterizedTest(name = "{0}: runtime {1}, TrainJob {2}, launcher is a node: {3}")
    @CsvSource({
        "MPI-21, 1, 3, false, 3",
        "MPI-22, 1, 3, true, 2",
        "MPI-23, 4, 1, true, 0",
        "MPI-25, 4, , true, 3",
        "MPI-25, 4, , false, 4",
        "MPI-15, , , false, 1",
        "MPI-27, , , true, 0"
    })
    @DisplayName("there is one launcher, and the node pods that are left (MPI-24, MPI-26)")
    void counts(String rule, Integer ofRuntime, Integer ofTrainJob, boolean launcherAsNode, int nodePods) {
        RuntimeInfo info = enforced(MpiRuntimes.mpi()
                .templateCount(4)
                .nodesOfRuntime(ofRuntime)
                .nodes(ofTrainJob)
                .launcherAsNode(launcherAsNode));

        assertThat(podSet(info, "launcher").count()).as(rule).isEqualTo(1);
        assertThat(podSet(info, "node").count()).as(rule).isEqualTo(nodePods);
    }

    @Test
    @DisplayName("an operator can have a node pod beside a launcher that is the only node (MPI-28, MPI-98)")
    void oneWorkerAtLeast() {
        MpiPlugin plugin = Plugins.started(Map.of("minOneWorker", true));
        RuntimeInfo info = MpiRuntimes.mpi().nodes(1).launcherAsNode(true).build();

        plugin.enforceMLPolicy(MpiRuntimes.wave(), info);

        assertThat(podSet(info, "node").count()).isEqualTo(1);
    }

    @ParameterizedTest(name = "runtime {0}, TrainJob {1}, {2} GPUs: {3}")
    @CsvSource({", , 0, 1", ", , 1, 1", "1, , 8, 8", "2, , 8, 2", "1, 3, 8, 3", "4, 1, 0, 1", "1, 1, 8, 1"})
    @DisplayName("slots are the TrainJob's, else the runtime's, else one for each GPU (MPI-31, MPI-32)")
    void slots(Integer ofRuntime, Integer ofTrainJob, String gpus, String slots) {
        RuntimeInfo info = enforced(
                MpiRuntimes.mpi().slotsOfRuntime(ofRuntime).slots(ofTrainJob).limit("example.com/gpu", gpus));

        assertThat(launcherVariable(info, "OMPI_MCA_orte_set_default_slots")).contains(slots);
    }

    @Test
    @DisplayName(
            "GPUs are whole devices: memory, cores and shares of them do not count, and requests come before limits (MPI-35)")
    void gpus() {
        MpiRuntimes shares = MpiRuntimes.mpi()
                .limit("a.example/gpumem", "4000")
                .limit("b.example/gpu-core-percentage", "50")
                .limit("nvidia.com/mig-1g.5gb", "7");
        assertThat(launcherVariable(enforced(shares), "OMPI_MCA_orte_set_default_slots"))
                .contains("1");

        RuntimeInfo several = enforced(shares.limit("z.example/gpu", "2").limit("custom.com/gpu", "5"));
        assertThat(launcherVariable(several, "OMPI_MCA_orte_set_default_slots"))
                .as("the first by name")
                .contains("5");
        RuntimeInfo requested =
                enforced(MpiRuntimes.mpi().request("z.example/GPU", "3").limit("a.example/gpu", "6"));
        assertThat(launcherVariable(requested, "OMPI_MCA_orte_set_default_slots"))
                .contains("3");
    }

    @Test
    @DisplayName("Open MPI 4 and 5 find hosts, slots and ssh's arguments, each by its own names (MPI-40 to MPI-51)")
    void openMpi() {
        RuntimeInfo info = enforced(MpiRuntimes.mpi().slots(2).nodes(2));

        assertThat(variables(info, "launcher"))
                .startsWith(
                        "OMPI_MCA_orte_default_hostfile=/etc/mpi/hostfile",
                        "OMPI_MCA_orte_keep_fqdn_hostnames=true",
                        "OMPI_MCA_orte_set_default_slots=2",
                        "OMPI_MCA_plm_rsh_args=-o ConnectionAttempts=10",
                        "PRTE_MCA_prte_default_hostfile=/etc/mpi/hostfile",
                        "PRTE_MCA_prte_keep_fqdn_hostnames=false",
                        "PRTE_MCA_prte_set_default_slots=2",
                        "PRTE_MCA_plm_ssh_args=-o ConnectionAttempts=10")
                .as("MPI-52, MPI-66, MPI-67: nothing that a user has not asked for")
                .noneMatch(variable -> variable.startsWith("OMPI_MCA_plm_rsh_agent")
                        || variable.startsWith("OMPI_MCA_mca_base_env_list")
                        || variable.startsWith("PET_"));
        assertThat(variables(info, "node")).isEmpty();
        assertThat(podSet(info, "node").dnsSearches()).as("MPI-83").isEmpty();
    }

    @Test
    @DisplayName(
            "Intel MPI finds hosts, slots and ssh's arguments, and nodes resolve the launcher (MPI-56 to MPI-58, MPI-62, MPI-79)")
    void intel() {
        RuntimeInfo info =
                enforced(MpiRuntimes.mpi().implementation("Intel").slots(2).subdomain("net"));

        assertThat(variables(info, "launcher"))
                .startsWith(
                        "I_MPI_HYDRA_HOST_FILE=/etc/mpi/hostfile",
                        "I_MPI_HYDRA_BOOTSTRAP_EXEC_EXTRA_ARGS=-o ConnectionAttempts=10",
                        "I_MPI_PERHOST=2",
                        "K_MPI_JOB_ROLE=launcher");
        assertThat(variables(info, "node")).containsExactly("K_MPI_JOB_ROLE=worker");
        assertThat(podSet(info, "node").dnsSearches()).containsExactly("net.lab.svc.cluster.local");
        assertThat(podSet(info, "launcher").dnsSearches()).containsExactly("net.lab.svc.cluster.local");
    }

    @Test
    @DisplayName("MPICH finds hosts and ssh's arguments; only the hostfile tells it the slots (MPI-59 to MPI-61)")
    void mpich() {
        RuntimeInfo info = enforced(MpiRuntimes.mpi().implementation("MPICH").slots(2));

        assertThat(variables(info, "launcher"))
                .startsWith(
                        "HYDRA_HOST_FILE=/etc/mpi/hostfile",
                        "HYDRA_LAUNCHER_EXTRA_ARGS=-o ConnectionAttempts=10",
                        "K_MPI_JOB_ROLE=launcher")
                .noneMatch(variable -> variable.startsWith("HYDRA_LAUNCH_EXTRA_ARGS"));
    }

    @Test
    @DisplayName("a launcher without ranks sees no GPUs unless somebody says so; one with ranks does (MPI-63)")
    void gpusOfTheLauncher() {
        assertThat(variables(enforced(MpiRuntimes.mpi()), "launcher"))
                .contains("NVIDIA_VISIBLE_DEVICES=", "NVIDIA_DRIVER_CAPABILITIES=");
        assertThat(variables(enforced(MpiRuntimes.mpi().launcherAsNode(true)), "launcher"))
                .noneMatch(variable -> variable.startsWith("NVIDIA_"));
        assertThat(variables(enforced(MpiRuntimes.mpi().userVariable("NVIDIA_VISIBLE_DEVICES", "all")), "launcher"))
                .contains("NVIDIA_VISIBLE_DEVICES=all");
        assertThat(variables(
                        enforced(MpiRuntimes.mpi().templateVariable("NVIDIA_VISIBLE_DEVICES", "void")), "launcher"))
                .contains("NVIDIA_VISIBLE_DEVICES=void");
    }

    @Test
    @DisplayName("the plugin's value replaces a reserved one of the template at its place (MPI-09, MPI-10, MPI-87)")
    void reservedOfTheTemplate() {
        RuntimeInfo info = enforced(MpiRuntimes.mpi()
                .templateVariable("FIRST", "1")
                .templateVariable("OMPI_MCA_plm_rsh_args", "-v")
                .templateVariable("OMPI_MCA_plm_rsh_agent", "/opt/agent"));

        assertThat(variables(info, "launcher"))
                .startsWith("FIRST=1", "OMPI_MCA_plm_rsh_args=-o ConnectionAttempts=10")
                .as("MPI-53")
                .contains("OMPI_MCA_plm_rsh_agent=/opt/agent");
    }

    @Test
    @DisplayName(
            "a single host needs no remote shell, where the operator says that images have /usr/bin/false (MPI-54, MPI-99)")
    void noRemoteShell() {
        MpiPlugin plugin = Plugins.started(Map.of("disableRshOnSingleHost", true));
        RuntimeInfo single = MpiRuntimes.mpi().nodes(1).launcherAsNode(true).build();
        RuntimeInfo several = MpiRuntimes.mpi().nodes(2).launcherAsNode(true).build();
        plugin.enforceMLPolicy(MpiRuntimes.wave(), single);
        plugin.enforceMLPolicy(MpiRuntimes.wave(), several);

        assertThat(launcherVariable(single, "OMPI_MCA_plm_rsh_agent")).contains("/usr/bin/false");
        assertThat(launcherVariable(several, "OMPI_MCA_plm_rsh_agent")).isEmpty();
    }

    @Test
    @DisplayName("Open MPI forwards what has a value, where the operator says so (MPI-66, MPI-100)")
    void forwarding() {
        MpiPlugin plugin = Plugins.started(Map.of("openmpi", Map.of("forwardEnv", true)));
        RuntimeInfo info = MpiRuntimes.mpi()
                .nodes(2)
                .userVariable("LR", "0.1")
                .userVariable("EMPTY", "")
                .userVariable("SEED", "7")
                .build();
        plugin.enforceMLPolicy(MpiRuntimes.wave(), info);

        assertThat(launcherVariable(info, "OMPI_MCA_mca_base_env_list")).contains("LR;SEED");
    }

    @Test
    @DisplayName("what the operator adds for ssh reaches every implementation (MPI-95, MPI-96)")
    void sshArguments() {
        MpiPlugin plugin = Plugins.started(Map.of("ssh", Map.of("connectionAttempts", 3, "extraArgs", "-p 22")));
        Map.of(
                        "OpenMPI", "PRTE_MCA_plm_ssh_args",
                        "Intel", "I_MPI_HYDRA_BOOTSTRAP_EXEC_EXTRA_ARGS",
                        "MPICH", "HYDRA_LAUNCHER_EXTRA_ARGS")
                .forEach((implementation, variable) -> {
                    RuntimeInfo info =
                            MpiRuntimes.mpi().implementation(implementation).build();
                    plugin.enforceMLPolicy(MpiRuntimes.wave(), info);
                    assertThat(launcherVariable(info, variable)).contains("-o ConnectionAttempts=3 -p 22");
                });
    }

    @ParameterizedTest(name = "pod {0}, container {1}, folder {2}: {3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "runAsUser=0 | | /home/a/.ssh | 600",
                "runAsUser=1000 | runAsUser=0 | /home/a/.ssh | 600",
                "runAsUser=0 | runAsUser=1000 | /root/.ssh | 644",
                "runAsUser=1000 fsGroup=1000 | | /home/a/.ssh | 640",
                "runAsUser=1000 | | /home/a/.ssh | 644",
                " | | /root/.ssh | 600",
                " | | /root | 600",
                " | | /rooted/.ssh | 644",
                " fsGroup=7 | | /home/a/.ssh | 640"
            })
    @DisplayName("the private key is readable as the user of the container needs it (SSH-35 to SSH-37)")
    void privateKey(String pod, String container, String folder, String mode) {
        RuntimeInfo info = enforced(MpiRuntimes.mpi()
                .sshFolder(folder)
                .security("launcher", numbers(pod), numbers(container))
                .security("node", numbers(pod), numbers(container)));

        for (String job : List.of("launcher", "node")) {
            assertThat(keys(info, job).getSecret().getItems().get(0).getMode()).isEqualTo(Integer.parseInt(mode, 8));
        }
    }

    @Test
    @DisplayName(
            "launcher and nodes get the same keys as three files, the launcher also the hostfile (SSH-28 to SSH-34, HOSTFILE-05, HOSTFILE-06)")
    void files() {
        RuntimeInfo info = enforced(MpiRuntimes.mpi().sshFolder("/home/mpiuser/.ssh"));

        for (String job : List.of("launcher", "node")) {
            Volume volume = keys(info, job);
            assertThat(volume.getSecret().getSecretName()).isEqualTo("wave-mpi-ssh-auth");
            assertThat(volume.getSecret().getDefaultMode()).isEqualTo(256);
            assertThat(volume.getSecret().getItems())
                    .containsExactly(
                            new KeyToPath("ssh-privatekey", 420, "id_rsa"),
                            new KeyToPath("ssh-publickey", 420, "id_rsa.pub"),
                            new KeyToPath("ssh-publickey", 420, "authorized_keys"));
            assertThat(mounts(info, job)).contains("mpi-ssh-auth:/home/mpiuser/.ssh");
        }
        Volume hostfile = volume(info, "launcher", "mpi-hostfile").orElseThrow();
        assertThat(hostfile.getConfigMap().getName()).isEqualTo("wave-mpi-hostfile");
        assertThat(hostfile.getConfigMap().getItems()).containsExactly(new KeyToPath("hostfile", 292, "hostfile"));
        assertThat(hostfile.getConfigMap().getDefaultMode()).isNull();
        assertThat(mounts(info, "launcher"))
                .containsExactly("mpi-ssh-auth:/home/mpiuser/.ssh", "mpi-hostfile:/etc/mpi");
        assertThat(volume(info, "node", "mpi-hostfile")).isEmpty();
    }

    @Test
    @DisplayName(
            "the plugin builds the Secret of the keys, then the ConfigMap of the hosts (SSH-01 to SSH-06, SSH-08, SSH-14, HOSTFILE-01 to HOSTFILE-04)")
    void objects() {
        List<Component> built =
                Plugins.build(new MpiPlugin(), enforced(MpiRuntimes.mpi())).components();

        assertThat(built).hasSize(2);
        Secret secret = (Secret) built.get(0).object();
        assertThat(secret.getMetadata().getName()).isEqualTo("wave-mpi-ssh-auth");
        assertThat(secret.getMetadata().getLabels())
                .containsOnly(Map.entry("trainer.kubeflow.org/trainjob-name", "wave"));
        assertThat(secret.getType()).isEqualTo("kubernetes.io/ssh-auth");
        assertThat(secret.getImmutable()).isTrue();
        assertThat(secret.getData()).containsOnlyKeys("ssh-privatekey", "ssh-publickey");
        assertThat(built.get(0).updatePolicy()).isEqualTo(Component.UpdatePolicy.NEVER);
        assertThat(built.get(0).creation().orElseThrow().replacement().message())
                .startsWith("Secret wave-mpi-ssh-auth had disappeared and was made again with new SSH keys.");
        ConfigMap hostfile = (ConfigMap) built.get(1).object();
        assertThat(hostfile.getMetadata().getName()).isEqualTo("wave-mpi-hostfile");
        assertThat(hostfile.getMetadata().getLabels())
                .isEqualTo(secret.getMetadata().getLabels());
        assertThat(hostfile.getData()).containsOnlyKeys("hostfile");
        assertThat(hostfile.getImmutable()).isNull();
    }

    @Test
    @DisplayName("the plugin has four parts (MPI-01) and never changes, deletes or lists keys (MPI-92)")
    void parts() {
        MpiPlugin plugin = new MpiPlugin();

        assertThat(plugin)
                .isInstanceOf(CustomValidation.class)
                .isInstanceOf(EnforceMLPolicy.class)
                .isInstanceOf(ComponentBuilder.class)
                .isInstanceOf(WatchExtension.class)
                .isNotInstanceOf(EnforcePodGroupPolicy.class)
                .isNotInstanceOf(TerminalCondition.class);
        assertThat(plugin.permissions())
                .containsExactlyInAnyOrder(
                        new Permission("", List.of("configmaps"), List.of("create", "get", "list", "watch", "patch")),
                        new Permission("", List.of("secrets"), List.of("create", "get")));
        assertThat(plugin.watches())
                .as("to watch Secrets is to read them all (MPI-89), and anybody may store ConfigMaps (PIPE-91)")
                .singleElement()
                .satisfies(watch -> assertThat(watch.type()).isEqualTo(ConfigMap.class))
                .satisfies(watch -> assertThat(watch.content()).isEqualTo(WatchSpec.Content.METADATA_ONLY));
    }

    @Test
    @DisplayName("commands stay as they are (MPI-38), and so does what is not launcher or node (MPI-03)")
    void nothingElse() {
        RuntimeInfo info = enforced(MpiRuntimes.mpi().jobs("dataset-initializer", "node", "launcher"));

        assertThat(podSet(info, "dataset-initializer").volumes()).isEmpty();
        assertThat(podSet(info, "dataset-initializer").isCountChanged()).isFalse();
        for (PodSet podSet : info.podSets()) {
            ContainerView container = podSet.container("node").orElseThrow();
            assertThat(container.changes().command()).isEmpty();
            assertThat(container.changes().args()).isEmpty();
        }
    }

    @Test
    @DisplayName("without an MPI policy nothing happens (MPI-02)")
    void otherPolicies() {
        MLPolicy plain = new MLPolicy(3, null, null, null, null, null, null);
        RuntimeInfo info = new RuntimeInfo(
                Map.of(),
                Map.of(),
                new RuntimePolicy(plain, null),
                new Trainer(null, null, null, List.of(), 2, null, null),
                Map.of(),
                List.of());
        MpiPlugin plugin = new MpiPlugin();

        plugin.enforceMLPolicy(MpiRuntimes.wave(), info);

        assertThat(Plugins.build(plugin, info).components()).isEmpty();
        assertThat(Plugins.validate(plugin, info).errors()).isEmpty();
    }

    @Test
    @DisplayName("an empty hostfile is never written: mpirun would silently run on the launcher alone (HOSTFILE-13)")
    void noEmptyHostfile() {
        assertThatThrownBy(() -> Hostfile.content(Implementation.OPEN_MPI, List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static RuntimeInfo enforced(MpiRuntimes runtime) {
        RuntimeInfo info = runtime.build();
        new MpiPlugin().enforceMLPolicy(MpiRuntimes.wave(), info);
        return info;
    }

    private static PodSet podSet(RuntimeInfo info, String job) {
        return info.podSet(job).orElseThrow();
    }

    private static List<String> variables(RuntimeInfo info, String job) {
        return podSet(info, job).container("node").orElseThrow().environment().merged().stream()
                .map(variable -> variable.getName() + "=" + variable.getValue())
                .toList();
    }

    private static Optional<String> launcherVariable(RuntimeInfo info, String name) {
        return podSet(info, "launcher")
                .container("node")
                .orElseThrow()
                .environment()
                .find(name)
                .map(EnvVar::getValue);
    }

    private static Volume keys(RuntimeInfo info, String job) {
        return volume(info, job, "mpi-ssh-auth").orElseThrow();
    }

    private static Optional<Volume> volume(RuntimeInfo info, String job, String name) {
        return podSet(info, job).volumes().stream()
                .filter(volume -> volume.getName().equals(name))
                .findFirst();
    }

    private static List<String> mounts(RuntimeInfo info, String job) {
        List<VolumeMount> mounts =
                podSet(info, job).container("node").orElseThrow().volumeMounts();
        return mounts.stream()
                .map(mount -> mount.getName() + ":" + mount.getMountPath())
                .toList();
    }

    /** {@code a=1 b=2} as a map. */
    private static Map<String, Object> numbers(String text) {
        return text == null || text.isBlank()
                ? Map.of()
                : Arrays.stream(text.strip().split(" "))
                        .map(entry -> entry.split("="))
                        .collect(Collectors.toMap(entry -> entry[0], entry -> Long.valueOf(entry[1])));
    }

    @Test
    @DisplayName("HOSTFILE-15: a hostfile that no ConfigMap can hold is refused before it is made")
    void aHostfileThatIsTooLarge() {
        assertThat(refused(MpiRuntimes.mpi().nodes(10_000).subdomain("x".repeat(120))))
                .containsExactly("spec.trainer.numNodes");
        assertThat(refused(MpiRuntimes.mpi().nodes(Integer.MAX_VALUE))).containsExactly("spec.trainer.numNodes");
        assertThat(refused(MpiRuntimes.mpi().nodes(10_000).subdomain("net"))).isEmpty();
    }

    @Test
    @DisplayName("more GPUs than an int can count are no negative number of ranks")
    void absurdGpus() {
        RuntimeInfo info = enforced(MpiRuntimes.mpi().limit("example.com/gpu", "4294967295"));

        assertThat(launcherVariable(info, "OMPI_MCA_orte_set_default_slots")).contains(Integer.toString(Slots.MAX));
    }

    private static List<String> refused(MpiRuntimes runtime) {
        return new MpiPlugin()
                        .validate(new CustomValidation.Request(MpiRuntimes.wave(), Optional.empty(), runtime.build()))
                        .await()
                        .indefinitely()
                        .errors()
                        .stream()
                        .map(FieldError::path)
                        .toList();
    }
}
