package io.trainyard.launcher.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.trainyard.core.compile.CompiledJob;
import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.foundation.field.Validation;
import io.trainyard.plugins.mpi.MpiPlugin;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the MPI plugin refuses and warns of, on runtimes merged by the compiler (section 9 of the MPI rules). */
final class MpiJudgementTest {
    private static final KubernetesSerialization YAML = new KubernetesSerialization();
    private static final String NODE = "{name: node, template: {spec: {template: {spec: %s}}}}";
    private static final String LAUNCHER =
            "{name: launcher, dependsOn: [{name: node, status: Ready}], template: {spec: {template: {spec: %s}}}}";
    private static final String POD = "{containers: [{name: node, image: mpi}]}";
    private static final String MPIRUN = "{containers: [{name: node, image: mpi, command: [mpirun, a]}]}";
    private static final String SUCCESS = "successPolicy: {operator: All, targetReplicatedJobs: [launcher]}";

    @ParameterizedTest(name = "{0}: mpi {1}, trainer {2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "MPI-VAL-01 | {} | {numProcPerNode: auto} | spec.trainer.numProcPerNode | must have an int value for MPI TrainJob",
                "MPI-VAL-01 | {} | {numProcPerNode: '4'} | spec.trainer.numProcPerNode | must have an int value for MPI TrainJob",
                "MPI-VAL-10 | {} | {numProcPerNode: 0} | spec.trainer.numProcPerNode | numProcPerNode must be greater than or equal to 1",
                "MPI-VAL-10 | {} | {numProcPerNode: -3} | spec.trainer.numProcPerNode | numProcPerNode must be greater than or equal to 1",
                "absurd slots | {} | {numProcPerNode: 2000000000} | spec.trainer.numProcPerNode | at most 65536",
                "absurd slots | {numProcPerNode: 70000} | {} | spec.runtimeRef | must be from 1 to 65536",
                "MPI-VAL-03 | {} | {numNodes: 0} | spec.trainer.numNodes | must be greater than or equal to 1 for MPI TrainJob",
                "HOSTFILE-15 | {} | {numNodes: 10001} | spec.trainer.numNodes | must be at most 10000",
                "MPI-VAL-08 | {mpiImplementation: LAM} | {} | spec.runtimeRef | must be one of OpenMPI, Intel, MPICH",
                "MPI-13 | {sshAuthMountPath: keys} | {} | spec.runtimeRef | must be an absolute path without ..",
                "MPI-13 | {sshAuthMountPath: /a/../b} | {} | spec.runtimeRef | must be an absolute path without ..",
                "MPI-13 | {sshAuthMountPath: '/a:b'} | {} | spec.runtimeRef | must not contain a colon",
                "MPI-13 | {sshAuthMountPath: //} | {} | spec.runtimeRef | neither / nor /etc/mpi",
                "MPI-13 | {sshAuthMountPath: /etc/mpi/} | {} | spec.runtimeRef | neither / nor /etc/mpi",
                "MPI-13 | {sshAuthMountPath: /etc/mpi/ssh} | {} | spec.runtimeRef | neither / nor /etc/mpi",
                "MPI-VAL-04 | {} | {env: [{name: PRTE_MCA_plm_ssh_args}, {name: OMPI_MCA_plm_rsh_args}, {name: A}]} | spec.trainer.env | must not have reserved envs, invalid envs configured: [OMPI_MCA_plm_rsh_args PRTE_MCA_plm_ssh_args]",
                "MPI-86 | {mpiImplementation: Intel} | {env: [{name: I_MPI_PERHOST}]} | spec.trainer.env | [I_MPI_PERHOST]",
                "MPI-86 | {mpiImplementation: MPICH} | {env: [{name: HYDRA_LAUNCH_EXTRA_ARGS}]} | spec.trainer.env | [HYDRA_LAUNCH_EXTRA_ARGS]"
            })
    @DisplayName("a mistake is refused at its field, with what would be right")
    void refused(String rule, String mpi, String trainer, String field, String message) {
        assertThat(judge(mpi, trainer, jobs(POD, POD), "").errors())
                .as(rule)
                .singleElement()
                .satisfies(error -> {
                    assertThat(error.path()).isEqualTo(field);
                    assertThat(error.message()).contains(message);
                });
    }

    @ParameterizedTest(name = "{0}: mpi {1}, trainer {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "MPI-86 | {mpiImplementation: Intel} | {env: [{name: OMPI_MCA_plm_rsh_args}]}",
                "MPI-53 | {} | {numNodes: 1, env: [{name: OMPI_MCA_plm_rsh_agent, value: /opt/agent}]}",
                "MPI-88 | {} | {}",
                "MPI-12 | {mpiImplementation: ''} | {}"
            })
    @DisplayName("what is legal is accepted")
    void accepted(String rule, String mpi, String trainer) {
        assertThat(judge(mpi, trainer, jobs(POD, POD), "").errors()).as(rule).isEmpty();
    }

    @ParameterizedTest(name = "launcher {0}, node {1}, as node {2}, nodes {3}")
    @CsvSource({
        "false, true, false, 1, ",
        "true, false, false, 1, ",
        "true, false, false, 4, ",
        "false, false, false, 4, ",
        "false, true, true, 2, spec.trainer.numNodes",
        "true, false, true, 2, spec.trainer.numNodes",
        "false, true, true, 1, ",
        "true, false, true, 1, "
    })
    @DisplayName(
            "a missing replicated job is an error only of a TrainJob that wants several nodes with the launcher among them (MPI-VAL-02, MPI-29)")
    void missingJobs(boolean launcher, boolean node, boolean asNode, int nodes, String field) {
        String jobs = NODE.replace("name: node, t", "name: worker, t").formatted(POD)
                + (node ? ", " + NODE.formatted(POD) : "")
                + (launcher
                        ? ", "
                                + LAUNCHER.replace("dependsOn: [{name: node, status: Ready}], ", "")
                                        .formatted(POD)
                        : "");

        List<String> fields =
                judge("{runLauncherAsNode: " + asNode + "}", "{numNodes: " + nodes + "}", jobs, "").errors().stream()
                        .map(error -> error.path())
                        .toList();

        assertThat(fields).isEqualTo(field == null ? List.of() : List.of(field));
    }

    @Test
    @DisplayName("pods without index or without a container that MPI is for are refused (MPI-VAL-07, MPI-VAL-09)")
    void unusablePods() {
        String two = "{containers: [{name: a, image: mpi}, {name: b, image: mpi}]}";
        String nonIndexed =
                NODE.formatted(POD).replace("template: {spec: {", "template: {spec: {completionMode: NonIndexed, ");

        assertThat(judge("{}", "{}", NODE.formatted(two) + ", " + LAUNCHER.formatted(POD), "")
                        .errors())
                .singleElement()
                .satisfies(error ->
                        assertThat(error.toString()).contains("spec.runtimeRef", "\"node\"", "several containers"));
        assertThat(judge("{}", "{}", nonIndexed + ", " + LAUNCHER.formatted(POD), "")
                        .errors())
                .singleElement()
                .satisfies(error -> assertThat(error.message()).contains("NonIndexed"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{containers: [{name: node, env: [{name: OMPI_MCA_plm_rsh_args, value: x}]}]} | spec.podTemplateOverrides[0].spec.containers[0].env"
            })
    @DisplayName("a reserved variable of an override is refused where it stands (MPI-87)")
    void overrides(String podSpec, String field) {
        assertThat(judge(
                                "{}",
                                "{}",
                                jobs(POD, POD),
                                ", podTemplateOverrides: [{targetJobs: [{name: launcher}], spec: " + podSpec + "}]")
                        .errors())
                .singleElement()
                .satisfies(error -> assertThat(error.path()).isEqualTo(field));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mine         | /root/.ssh/ | container node of launcher: volume mpi-ssh-auth is mounted at /root/.ssh in place of volume mine",
                "mine         | /etc/mpi    | container node of launcher: volume mpi-hostfile is mounted at /etc/mpi in place of volume mine",
                "mpi-ssh-auth | /root/.ssh  | replicated job launcher: its volume mpi-ssh-auth is replaced",
                "mine         | /data       |"
            })
    @DisplayName("a mount of the runtime where keys or hostfile go is replaced, with a warning (MPI-VAL-11, PIPE-48)")
    void replaced(String volume, String path, String warning) {
        String pod =
                "{volumes: [{name: %1$s, secret: {secretName: own}}], containers: [{name: node, image: mpi, volumeMounts: [{name: %1$s, mountPath: %2$s}]}]}"
                        .formatted(volume, path);

        assertThat(judge("{}", "{}", jobs(pod, POD), "").errors()).isEmpty();
        CompiledJob compiled = compile("{}", jobs(pod, POD));
        assertThat(compiled.warnings()).hasSize(warning == null ? 0 : 1).allSatisfy(found -> assertThat(found.message())
                .startsWith(warning));
    }

    @Test
    @DisplayName("a runtime without hosts may have a hostfile of its own, and any number of nodes (MPI-29a)")
    void ownHostfile() {
        String pod =
                "{volumes: [{name: mpi-hostfile, emptyDir: {}}], containers: [{name: node, image: mpi, volumeMounts: [{name: mpi-hostfile, mountPath: /etc/mpi}]}]}";
        String jobs = "{name: launcher, template: {spec: {template: {spec: " + pod + "}}}}";

        assertThat(judge("{}", "{numNodes: 20000}", jobs, "").errors()).isEmpty();
        assertThat(compile("{numNodes: 20000}", jobs).warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"other-mpi-ssh-auth, true", "wave-mpi-ssh-auth, false", "own-keys, false"})
    @DisplayName("keys of another TrainJob are warned about (MPI-WARN-12)")
    void keysOfAnother(String secret, boolean told) {
        String jobs = "{name: launcher, template: {spec: {template: {spec: " + POD
                + "}}}}, {name: worker, template: {spec: {template: {spec: {volumes: [{name: keys, secret: {secretName: "
                + secret + "}}], containers: [{name: worker, image: mpi}]}}}}}";

        assertThat(judge("{}", "{}", jobs, "").warnings())
                .filteredOn(warning -> warning.contains("replicated job worker has the Secret " + secret
                        + ", but the SSH keys of this TrainJob are in wave-mpi-ssh-auth"))
                .hasSize(told ? 1 : 0);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "MPI-WARN-01 | {} | {numNodes: 2, env: [{name: A, value: b}]} | " + MPIRUN
                        + " | does not pass A on to ranks on other nodes; write -x NAME",
                "MPI-WARN-02 | {} | {} | {securityContext: {fsGroup: 1}, containers: [{name: node, image: mpi}]} | remove fsGroup",
                "MPI-WARN-03 | {} | {numNodes: 2, env: [{name: OMPI_MCA_plm_rsh_agent, value: /usr/bin/false}]} | "
                        + POD + " | OMPI_MCA_plm_rsh_agent keeps Open MPI 4",
                "MPI-WARN-06 | {mpiImplementation: MPICH} | {} | {hostNetwork: true, containers: [{name: node, image: mpi}]} | remove hostNetwork",
                "MPI-WARN-08 | {} | {} | {containers: [{name: node, image: mpi, command: [mpirun, a]}]} | refuses to run as root"
            })
    @DisplayName("what will probably not work gives a warning")
    void warnings(String rule, String mpi, String trainer, String pod, String part) {
        Validation judged = judge(mpi, trainer, jobs(pod, pod), "");

        assertThat(judged.errors()).isEmpty();
        assertThat(judged.warnings()).as(rule).anyMatch(warning -> warning.contains(part));
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "MPI-WARN-09 | 2 | mpirun -np 2 a | starts 2 of the 8 ranks for which there is room (2 x 4 slots)",
                "MPI-WARN-09 | 2 | mpirun --allow-run-as-root --mca btl tcp -n 16 a -n 8 | more ranks than there are slots",
                "MPI-WARN-10 | 2 | python train.py | the launcher trains alone, and the other 7 of 8 ranks do not start; write mpirun before python",
                "MPI-WARN-10 | 1 | torchrun train.py | the other 3 of 4 ranks do not start",
                "MPI-WARN-10 | 2 | deepspeed train.py | add --hostfile=/etc/mpi/hostfile",
                "MPI-WARN-11 | 2 | mpirun --host localhost a | is told to use localhost",
                " | 2 | mpirun -n 8 a |",
                " | 2 | mpirun -n $(N) a |",
                " | 2 | mpirun a -n 3 |",
                " | 2 | deepspeed --hostfile=/etc/mpi/hostfile train.py |",
                " | 2 | my-launcher train.py |"
            })
    @DisplayName(
            "a command that starts other ranks than the TrainJob asks for gives a warning that counts them (MLP-25)")
    void ranks(String rule, int nodes, String command, String part) {
        String words = "[" + String.join(", ", command.split(" ")) + "]";
        String pod = "{securityContext: {runAsUser: 1000}, containers: [{name: node, image: mpi, command: %s}]}";

        List<String> warnings = judge(
                        "{}",
                        "{numNodes: " + nodes + ", numProcPerNode: 4}",
                        jobs(pod.formatted(words), pod.formatted("[sshd]")),
                        "")
                .warnings();

        if (part == null) {
            assertThat(warnings).isEmpty();
        } else {
            assertThat(warnings)
                    .as(rule)
                    .singleElement()
                    .asString()
                    .startsWith("spec.runtimeRef: ")
                    .contains(part)
                    .hasSizeLessThanOrEqualTo(256);
        }
    }

    @Test
    @DisplayName(
            "a runtime that does not order launcher and nodes, does not end with the launcher, or has replicas gives warnings (MPI-WARN-04, 05, 07)")
    void shapeWarnings() {
        String launcher = LAUNCHER.replace("dependsOn: [{name: node, status: Ready}]", "replicas: 2")
                .formatted(POD);
        TrainJob job = trainJob("{}", "");

        List<String> warnings = judge(
                        job, runtime("{}", "{replicatedJobs: [" + NODE.formatted(POD) + ", " + launcher + "]}"))
                .warnings();

        assertThat(warnings)
                .anyMatch(warning -> warning.contains("give launcher a dependsOn node"))
                .anyMatch(warning -> warning.contains("successPolicy.targetReplicatedJobs is not [launcher]"))
                .anyMatch(warning -> warning.contains("replicas of launcher is 2"));
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "MPI-WARN-01 | {env: [{name: A, value: b}]} | [my-launcher, train.py] |",
                "MPI-WARN-01 | {env: [{name: A, value: b}]} | [mpirun, -x, A, a] |",
                "MPI-WARN-01 | {env: [{name: A, value: b}]} | [bash, -c, 'mpirun -x A a'] |",
                "MPI-WARN-01 | {env: [{name: A, value: b}]} | [/entrypoint.sh, mpirun, a] | does not pass A on",
                "MPI-WARN-01 | {env: [{name: A, value: b}]} | [bash, -c, 'mpirun a'] | does not pass A on",
                "MPI-WARN-01 | {env: [{name: OMPI_MCA_btl, value: tcp}]} | [mpirun, a] |",
                "MPI-WARN-01 | {env: [{name: OMPI_MCA_mca_base_env_list, value: A}, {name: A, value: b}]} | [mpirun, a] |",
                "MPI-WARN-03 | {env: [{name: OMPI_MCA_plm_rsh_agent, value: /bin/ssh}]} | [mpirun, a] |",
                "MPI-WARN-09 | {} | [mpirun, -n, '9', a] | more ranks than there are slots (2 x 4 slots)",
                "MPI-WARN-09 | {} | [mpirun, --oversubscribe, -n, '9', a] |",
                "MPI-WARN-09 | {} | [mpirun, --map-by, ':OVERSUBSCRIBE', -n, '9', a] |",
                "MPI-WARN-09 | {} | [mpirun, --hostfile, /tmp/mine, -n, '2', a] |",
                "MPI-WARN-09 | {} | [mpirun, -n, '2', a, ':', -n, '6', b] |",
                "MPI-WARN-10 | {} | [python, -c, print(1)] |",
                "MPI-WARN-10 | {} | [python, -c, 'loss.backward()'] | write mpirun before python",
                "MPI-WARN-10 | {} | [python, -m, pytest] |",
                "MPI-WARN-10 | {} | [horovodrun, -np, '8', python, a.py] | write mpirun in its place",
                "MPI-WARN-10 | {} | [horovodrun, -H, 'a:4,b:4', python, a.py] |",
                "MPI-WARN-10 | {} | [bash, -c, 'pip install a && python -m pip check'] |",
                "MPI-WARN-10 | {} | [/entrypoint.sh, mpirun, python, a.py] |",
                "MPI-WARN-11 | {} | [mpirun, -H, 'localhost,wave-node-0-0.wave', a] |"
            })
    @DisplayName("a warning about the launcher's command needs a command that shows it")
    void onlyWhereItIsSeen(String rule, String trainer, String command, String part) {
        String pod = "{securityContext: {runAsUser: 1000}, containers: [{name: node, image: mpi, command: %s}]}";
        String more = trainer.equals("{}") ? "{" : trainer.substring(0, trainer.length() - 1) + ", ";

        List<String> warnings = judge(
                        "{sshAuthMountPath: /home/mpiuser/.ssh}",
                        more + "numNodes: 2, numProcPerNode: 4}",
                        jobs(pod.formatted(command), pod.formatted("[sshd]")),
                        "")
                .warnings();

        if (part == null) {
            assertThat(warnings).as(rule).isEmpty();
        } else {
            assertThat(warnings).as(rule).singleElement().asString().contains(part);
        }
    }

    @ParameterizedTest(name = "{0} with {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "[/usr/sbin/sshd, -De]            | operator: All                                       | which sshd never does",
                "[bash, -c, 'exec sshd -D']       | operator: All, targetReplicatedJobs: [node]         | which sshd never does",
                "[]                               | operator: All                                       | before the nodes end",
                "[python, serve.py]               | operator: All                                       |",
                "[sshd]                           | operator: Any                                       |",
                "[sshd]                           | operator: All, targetReplicatedJobs: [launcher]     |"
            })
    @DisplayName("that the nodes keep a TrainJob from completing is said of nodes that do not end (MPI-WARN-05)")
    void success(String command, String policy, String part) {
        String pod = "{containers: [{name: node, image: mpi, command: %s}]}";
        String jobs = jobs(POD, pod.formatted(command));

        List<String> warnings = judge(
                        trainJob("{}", ""),
                        runtime("{}", "{successPolicy: {" + policy + "}, replicatedJobs: [" + jobs + "]}"))
                .warnings();

        if (part == null) {
            assertThat(warnings).isEmpty();
        } else {
            assertThat(warnings)
                    .singleElement()
                    .asString()
                    .endsWith(part)
                    .contains("successPolicy.targetReplicatedJobs is not [launcher]");
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "startupPolicy: {startupPolicyOrder: AnyOrder}, | {} | the launcher does not wait for the nodes",
                "startupPolicy: {startupPolicyOrder: InOrder},  | {} |",
                "network: {publishNotReadyAddresses: false}, startupPolicy: {startupPolicyOrder: InOrder}, | {} | publishNotReadyAddresses is false",
                "network: {publishNotReadyAddresses: true}, startupPolicy: {startupPolicyOrder: InOrder}, | {} |",
                "network: {publishNotReadyAddresses: false}, | {runLauncherAsNode: true} |"
            })
    @DisplayName(
            "what may keep launcher and nodes apart is said where it is so, and where there are nodes (MPI-WARN-04)")
    void apart(String jobSet, String mpi, String part) {
        String jobs = NODE.formatted(POD) + ", "
                + LAUNCHER.replace("dependsOn: [{name: node, status: Ready}], ", "")
                        .formatted(POD);

        List<String> warnings = judge(
                        trainJob("{}", ""),
                        runtime(mpi, "{" + jobSet + " " + SUCCESS + ", replicatedJobs: [" + jobs + "]}"))
                .warnings();

        if (part == null) {
            assertThat(warnings).isEmpty();
        } else {
            assertThat(warnings).singleElement().asString().contains(part);
        }
    }

    @Test
    @DisplayName(
            "a network interface, a user, permission to be root, and a probe each end their warning (MPI-WARN-02, 04, 06, 07, 08)")
    void endedWarnings() {
        String onHost = "{hostNetwork: true, containers: [{name: node, image: mpi}]}";
        String grouped = "{securityContext: {fsGroup: 1, runAsUser: 1000}, containers: [{name: node, image: mpi}]}";
        String allowed =
                "{containers: [{name: node, image: mpi, command: [bash, -c, 'OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun a']}]}";

        assertThat(judge(
                                "{mpiImplementation: MPICH}",
                                "{env: [{name: HYDRA_IFACE, value: eth0}]}",
                                jobs(onHost, onHost),
                                "")
                        .warnings())
                .isEmpty();
        assertThat(judge("{}", "{}", jobs(grouped, grouped), "").warnings()).isEmpty();
        assertThat(judge("{}", "{}", jobs(allowed, POD), "").warnings()).isEmpty();
        String probed =
                NODE.formatted("{containers: [{name: node, image: mpi, readinessProbe: {tcpSocket: {port: 2222}}}]}")
                        + ", "
                        + LAUNCHER.replace("dependsOn: [{name: node, status: Ready}]", "replicas: 1")
                                .formatted(POD);
        assertThat(judge("{}", "{}", probed, "").warnings()).isEmpty();
    }

    @Test
    @DisplayName("a good runtime and job give no warning at all")
    void silence() {
        String pod =
                "{securityContext: {fsGroup: 1000, runAsUser: 1000}, containers: [{name: node, image: mpi, command: [mpirun, a]}]}";

        assertThat(judge("{sshAuthMountPath: /home/mpiuser/.ssh}", "{numNodes: 4}", jobs(pod, pod), ""))
                .isEqualTo(Validation.OK);
    }

    @Test
    @DisplayName("where admission was bypassed nothing is built either, and the message names the field")
    void bypassed() {
        MpiPlugin plugin = new MpiPlugin();
        TrainJobCompiler compiler =
                new TrainJobCompiler(new CompilerPlugins(List.of(plugin), List.of(), List.of(plugin)));

        assertThatThrownBy(() -> compiler.compile(
                                trainJob("{numProcPerNode: 0}", ""),
                                RuntimeDefinition.of(
                                        runtime("{}", "{" + SUCCESS + ", replicatedJobs: [" + jobs(POD, POD) + "]}")))
                        .await()
                        .indefinitely())
                .isInstanceOf(InvalidTrainJobException.class)
                .hasMessageContaining("spec.trainer.numProcPerNode");
    }

    private static CompiledJob compile(String trainer, String jobs) {
        MpiPlugin plugin = new MpiPlugin();
        return new TrainJobCompiler(new CompilerPlugins(List.of(plugin), List.of(), List.of()))
                .compile(
                        trainJob(trainer, ""),
                        RuntimeDefinition.of(runtime("{}", "{" + SUCCESS + ", replicatedJobs: [" + jobs + "]}")))
                .await()
                .indefinitely();
    }

    private static String jobs(String launcherPod, String nodePod) {
        return NODE.formatted(nodePod) + ", " + LAUNCHER.formatted(launcherPod);
    }

    private static Validation judge(String mpi, String trainer, String jobs, String more) {
        return judge(trainJob(trainer, more), runtime(mpi, "{" + SUCCESS + ", replicatedJobs: [" + jobs + "]}"));
    }

    private static Validation judge(TrainJob job, ClusterTrainingRuntime runtime) {
        MpiPlugin plugin = new MpiPlugin();
        TrainJobCompiler compiler = new TrainJobCompiler(new CompilerPlugins(List.of(plugin), List.of(), List.of()));
        return plugin.validate(new CustomValidation.Request(
                        job, Optional.empty(), compiler.merge(job, RuntimeDefinition.of(runtime))))
                .await()
                .indefinitely();
    }

    private static TrainJob trainJob(String trainer, String more) {
        return YAML.unmarshal(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: wave, namespace: lab, uid: "1"}
                spec: {runtimeRef: {name: mpi}, trainer: %s%s}
                """
                        .formatted(trainer, more),
                TrainJob.class);
    }

    private static ClusterTrainingRuntime runtime(String mpi, String jobSet) {
        return YAML.unmarshal(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: ClusterTrainingRuntime
                metadata: {name: mpi}
                spec: {mlPolicy: {mpi: %s}, template: {spec: %s}}
                """
                        .formatted(mpi, jobSet),
                ClusterTrainingRuntime.class);
    }
}
