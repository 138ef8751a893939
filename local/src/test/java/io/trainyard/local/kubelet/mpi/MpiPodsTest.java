package io.trainyard.local.kubelet.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("MPI on one machine (LOCAL-75)")
final class MpiPodsTest {
    private static final String NODE =
            """
            spec:
              volumes: [{name: mpi-ssh-auth, secret: {secretName: s}}]
              containers:
                - name: node
                  command: [/usr/sbin/sshd]
                  args: [-De]
                  readinessProbe: {tcpSocket: {port: 2222}}
                  volumeMounts: [{name: mpi-ssh-auth, mountPath: /root/.ssh}]
                - {name: sidecar, command: [sshd]}
            """;
    private static final String LAUNCHER =
            """
            spec:
              volumes: [{name: mpi-ssh-auth, secret: {secretName: s}}, {name: mpi-hostfile, configMap: {name: h}}]
              containers:
                - name: node
                  command: [mpirun, ./a]
                  env: [{name: A, value: b}, {name: OMPI_MCA_plm_rsh_agent, value: mine}]
                  volumeMounts: [{name: mpi-ssh-auth, mountPath: /root/.ssh}, {name: mpi-hostfile, mountPath: /etc/mpi}]
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    @DisplayName("a node waits in place of sshd and is ready at once; its other containers stay as they are")
    void nodesWait(MpiMode mode) {
        Map<String, Object> pod = pods(mode).adapted(tree(NODE));

        assertThat(container(pod, 0)).doesNotContainKeys("args", "readinessProbe");
        assertThat(Tree.list(container(pod, 0), "command").get(0)).isEqualTo("/bin/sh");
        assertThat(container(pod, 1)).isEqualTo(container(tree(NODE), 1));
    }

    @Test
    @DisplayName("a node that runs something else than sshd runs it here, too")
    void otherNodesStay() {
        String other = NODE.replace("[/usr/sbin/sshd]", "[./serve]");

        assertThat(pods(MpiMode.collapse).adapted(tree(other))).isEqualTo(tree(other));
    }

    @Test
    @DisplayName("pods that are no part of an MPI job stay as they are")
    void othersStay() {
        Map<String, Object> pod = tree("spec: {containers: [{name: c, command: [/usr/sbin/sshd]}]}");

        assertThat(pods(MpiMode.agent).adapted(pod)).isSameAs(pod);
    }

    @Test
    @DisplayName("collapse: more ranks than processors are no obstacle, and root is meant")
    void collapse() {
        Map<String, String> variables = variables(new MpiPods(MpiMode.collapse, shell(), true).adapted(tree(LAUNCHER)));

        assertThat(variables)
                .containsEntry("A", "b")
                .containsEntry("OMPI_MCA_plm_rsh_agent", "mine")
                .containsEntry("OMPI_MCA_rmaps_base_oversubscribe", "1")
                .containsEntry("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe")
                .containsEntry("OMPI_ALLOW_RUN_AS_ROOT", "1")
                .containsEntry("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
                .doesNotContainKey("HYDRA_LAUNCHER_EXEC");
    }

    @Test
    @DisplayName("agent: every implementation finds the stand-in of ssh, unless the user chose another one")
    void agent() {
        assertThat(variables(pods(MpiMode.agent).adapted(tree(LAUNCHER))))
                .containsEntry("OMPI_MCA_plm_rsh_agent", "mine")
                .containsEntry("PRTE_MCA_plm_ssh_agent", "/run/mpi/remote-shell")
                .containsEntry("I_MPI_HYDRA_BOOTSTRAP", "ssh")
                .containsEntry("I_MPI_HYDRA_BOOTSTRAP_EXEC", "/run/mpi/remote-shell")
                .containsEntry("HYDRA_LAUNCHER", "ssh")
                .containsEntry("HYDRA_LAUNCHER_EXEC", "/run/mpi/remote-shell")
                .doesNotContainKey("OMPI_ALLOW_RUN_AS_ROOT");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "every pod keeps its sessions in a folder of its own, with a short path, that is there before and gone after it (LOCAL-122)")
    void sessions(MpiMode mode) throws IOException {
        MpiPods pods = new MpiPods(mode, RemoteShell.of(folder), false, new SessionFolders(folder));
        Map<String, Object> one = tree("metadata: {uid: 1f0c8e9e-7d0f-4f4e-9d65-0f5f3a1b2c3d}\n" + NODE);
        Map<String, Object> other = tree("metadata: {uid: 2f0c8e9e-7d0f-4f4e-9d65-0f5f3a1b2c3d}\n" + LAUNCHER);
        Path ofOne = Path.of(variables(pods.adapted(one)).get("TMPDIR"));
        Path ofOther = Path.of(variables(pods.adapted(other)).get("TMPDIR"));

        assertThat(ofOne).isNotEqualTo(ofOther);
        assertThat(new SessionFolders(Path.of("/tmp"))
                        .of("1f0c8e9e-7d0f-4f4e-9d65-0f5f3a1b2c3d")
                        .toString())
                .hasSizeLessThan(40);
        pods.prepare(one);
        pods.prepare(one);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(ofOne)))
                .isEqualTo("rwx------");
        Files.createDirectories(ofOne.resolve("ompi.host.0/pid.1"));
        assertThat(ofOther).doesNotExist();
        pods.cleanUp(one);
        pods.cleanUp(one);
        assertThat(ofOne).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TMPDIR", "OMPI_MCA_orte_tmpdir_base", "PRTE_MCA_prte_tmpdir_base"})
    @DisplayName("who says where sessions are kept gets them there (LOCAL-122)")
    void sessionsOfTheUser(String variable) {
        String pod = LAUNCHER.replace("{name: A, value: b}", "{name: " + variable + ", value: /scratch}");

        assertThat(variables(pods(MpiMode.agent).adapted(tree(pod))))
                .containsEntry(variable, "/scratch")
                .extractingByKey("TMPDIR")
                .isIn("/scratch", null);
    }

    @ParameterizedTest(name = "{0} becomes {1}")
    @CsvSource({
        "a slots=2|b.c slots=3, localhost slots=5",
        "a-0-0:2|b.c:2, localhost:4",
        "a slots=1, localhost slots=1",
        "something else, something else",
        "a slots=2|b:2, a slots=2|b:2"
    })
    @DisplayName("collapse: this machine has the ranks of all hosts, in the form that the hostfile had")
    void hostfiles(String before, String after) {
        assertThat(pods(MpiMode.collapse).hostfile(before.replace('|', '\n') + "\n"))
                .isEqualTo(after.replace('|', '\n') + "\n");
    }

    @Test
    @DisplayName("agent: the hostfile stays as it is")
    void hostfileStays() {
        assertThat(pods(MpiMode.agent).hostfile("a slots=2\n")).isEqualTo("a slots=2\n");
    }

    private static MpiPods pods(MpiMode mode) {
        return new MpiPods(mode, shell(), false);
    }

    private static RemoteShell shell() {
        return RemoteShell.of(Path.of("/run"));
    }

    private static Map<String, Object> container(Map<String, Object> pod, int index) {
        return Tree.objects(pod, "spec", "containers").get(index);
    }

    private static Map<String, String> variables(Map<String, Object> pod) {
        Map<String, String> variables = new LinkedHashMap<>();
        List<Map<String, Object>> env = Tree.objects(container(pod, 0), "env");
        env.forEach(variable -> variables.put(Tree.text(variable, "name"), Tree.text(variable, "value")));
        return variables;
    }

    private static Map<String, Object> tree(String yaml) {
        return Tree.object(Yaml.parse(yaml));
    }
}
