package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How runs on this machine end that fail, are stopped or are killed, and what they leave: the program of the distribution, real processes (LOCAL-80 to LOCAL-92). */
final class EndOfLocalRunIT extends LocalRuns {
    @Test
    @DisplayName("a failing command ends with 1, the end of its log and a hint (LOCAL-92, LOCAL-97)")
    void aFailingCommandIsExplained() throws Exception {
        Run run = run("run", job("broken", "backoffLimit: 0", "python3", "-c", "import nosuchmodule"));

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(1);
        assertThat(run.out()).contains("TrainJob broken: Failed").containsPattern("Failed +1 ");
        assertThat(run.err())
                .contains("The first to fail was container node", "No module named 'nosuchmodule'")
                .contains("hint: the Python that ran has no module nosuchmodule");
        assertThat(run("why", "broken").out())
                .startsWith("TrainJob broken (Failed): the first to fail was container node of pod broken-node-0-")
                .contains("  | ModuleNotFoundError: No module named 'nosuchmodule'\n")
                .contains("What to do: the Python that ran has no module nosuchmodule");
    }

    @Test
    @DisplayName("a message without a traceback is the cause at the end and for why, in the same words (LOCAL-231)")
    void aMessageIsACause() throws Exception {
        Run run = run("run", job("refuses", "backoffLimit: 0", "python3", "-c", "exit('no data: run prepare.py')"));

        String told = run.err()
                .lines()
                .filter(line -> line.startsWith("The first to fail was "))
                .findFirst()
                .orElseThrow();
        assertThat(run.err()).contains(told + "\nThe end of what it wrote:\n  no data: run prepare.py\n");
        assertThat(run("why", "refuses").out())
                .contains("t" + told.substring(1) + "\n", "Last lines:\n  | no data: run prepare.py\n");
    }

    @Test
    @DisplayName(
            "a killed rank leads to a restart with --as-cluster, when the JobSet allows one, and the run still succeeds")
    void aKilledRankIsRestarted() throws Exception {
        String script =
                "if [ ! -e ../once ] && [ $JOB_COMPLETION_INDEX = 1 ]; then touch ../once; kill -9 $$$$; fi; echo well";
        Path work = Files.createDirectories(folder.resolve("work"));
        Run run = run(
                "run", job("again", "backoffLimit: 0", "sh", "-c", script),
                "--workdir", work.toString());
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(1);
        assertThat(run.out()).containsPattern("again-node-0-1-\\w+ +Failed +137 ");

        Files.delete(folder.resolve("once"));
        Path file = folder.resolve("again.yaml");
        Files.writeString(file, Files.readString(file).replace("maxRestarts: 0", "maxRestarts: 1"));
        Run second = run("run", file.toString(), "--workdir", work.toString(), "--follow", "all", "--as-cluster");
        assertThat(second.code()).as(second.out() + second.err()).isZero();
        assertThat(second.out()).contains("TrainJob again: Complete").contains(" | well");
    }

    @Test
    @DisplayName("a program that is not there ends with 1, quickly, and is named (LOCAL-84)")
    void aMissingProgramIsNamed() throws Exception {
        Run run = run("run", job("missing", "backoffLimit: 6", "no-such-program"), "--follow", "none");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(1);
        assertThat(run.err()).contains("exec: \"no-such-program\": no such program on this machine");
    }

    @Test
    @DisplayName("Ctrl-C ends with 130 and leaves no process; the logs stay (LOCAL-82)")
    void anInterruptLeavesNothingBehind() throws Exception {
        String mark = "trainyard-it-" + ProcessHandle.current().pid() + "-int";
        Process process = start("run", job("long", "backoffLimit: 0", "sh", "-c", "echo " + mark + "; sleep 1000"));
        await("both pods to run").atMost(LIMIT).until(() -> processesWith(mark) >= 2);
        assertThat(run("ps", "--running").out()).contains("long");

        Signals.send(process, "INT");

        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(130);
        assertThat(processesWith(mark)).isZero();
        assertThat(run("logs", "latest").out()).contains(mark);
        assertThat(run("ps").out()).containsPattern("long +Stopped by Ctrl-C +130");
        assertThat(run("why", "long").out())
                .isEqualTo("TrainJob long (Stopped): it was stopped by Ctrl-C; it has not failed\n");
        assertThat(run("why", "long", "-o", "json").out())
                .contains("\"state\":\"Stopped\"", "\"kind\":\"Stopped\"", "\"problem\":false");
    }

    @Test
    @DisplayName(
            "a run whose terminal is closed is stopped in order, with 129; one that was started with nohup goes on (LOCAL-234)")
    void aClosedTerminalStopsARun() throws Exception {
        String mark = "trainyard-it-" + ProcessHandle.current().pid() + "-hup";
        Process process = start("run", job("hangs-up", "backoffLimit: 0", "sh", "-c", "echo " + mark + "; sleep 1000"));
        await("both pods to run").atMost(LIMIT).until(() -> processesWith(mark) >= 2);

        Signals.send(process, "HUP");
        // A shell and the system may both say so.
        Signals.send(process, "HUP");

        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(129);
        assertThat(processesWith(mark)).isZero();
        assertThat(run("ps").out()).containsPattern("hangs-up +Stopped by the end of its terminal +129");
        assertThat(folder.resolve(".trainyard/latest/objects")).isNotEmptyDirectory();

        Process goesOn = start(
                List.of("sh", "-c", "trap '' HUP; exec \"$0\" \"$@\""),
                "run",
                job("goes-on", "backoffLimit: 0", "sh", "-c", "echo " + mark + "; sleep 1000"));
        await("both pods to run").atMost(LIMIT).until(() -> processesWith(mark) >= 2);
        Signals.send(goesOn, "HUP");
        assertThat(goesOn.waitFor(1, TimeUnit.SECONDS)).isFalse();
        assertThat(run("stop", "goes-on").code()).isZero();
        assertThat(goesOn.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @DisplayName(
            "a program that ignores SIGINT and SIGTERM is killed after its grace period, by --timeout, by stop, and by a second Ctrl-C (LOCAL-81, LOCAL-91)")
    void aStubbornProgramIsKilled() throws Exception {
        String mark = "trainyard-it-" + ProcessHandle.current().pid() + "-stubborn";
        String[] stubborn = {"sh", "-c", "trap '' INT TERM; echo " + mark + "; while :; do sleep 1; done"};

        Run late = run("run", job("late", "backoffLimit: 0", stubborn), "--timeout", "8s", "--grace", "1s");
        assertThat(late.code()).as(late.out() + late.err()).isEqualTo(124);
        assertThat(late.out()).contains("The run was stopped by --timeout.");
        assertThat(processesWith(mark)).isZero();

        Process stopped = start("run", job("stopped", "backoffLimit: 0", stubborn), "--grace", "1s");
        await("both pods to run").atMost(LIMIT).until(() -> processesWith(mark) >= 2);
        assertThat(run("stop", "stopped").out()).contains("stopped");
        assertThat(stopped.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(stopped.exitValue()).isEqualTo(130);
        assertThat(run("why", "stopped").out()).contains("(Stopped): it was stopped by trainyard stop");
        assertThat(processesWith(mark)).isZero();

        Process killed = start("run", job("killed", "backoffLimit: 0", stubborn), "--grace", "1h");
        await("both pods to run").atMost(LIMIT).until(() -> processesWith(mark) >= 2);
        assertThat(run("stop", "killed", "--now").code()).isZero();
        assertThat(killed.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(killed.exitValue()).isEqualTo(130);
        await("no process is left").atMost(Duration.ofSeconds(20)).until(() -> processesWith(mark) == 0);
    }

    @Test
    @DisplayName("a run in the background of a script ignores Ctrl-C; stop ends it, and kills it with --now (LOCAL-91)")
    void aBackgroundRunIsStoppedByNameOnly() throws Exception {
        String mark = "trainyard-it-" + ProcessHandle.current().pid() + "-background";
        String[] stubborn = {"sh", "-c", "trap '' INT TERM; echo " + mark + "; while :; do sleep 1; done"};
        Process process =
                start(WITHOUT_INTERRUPTS, "run", job("background", "backoffLimit: 0", stubborn), "--grace", "1h");
        await("both pods to run").atMost(LIMIT).until(() -> processesWith(mark) >= 2);

        Signals.send(process, "INT");
        assertThat(process.waitFor(1, TimeUnit.SECONDS)).isFalse();
        assertThat(run("stop", "background", "--now").code()).isZero();

        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(130);
        await("no process is left").atMost(Duration.ofSeconds(20)).until(() -> processesWith(mark) == 0);
    }

    @Test
    @DisplayName("a run that is killed leaves no process behind, and says nothing the next time (LOCAL-82)")
    void aKilledRunLeavesNothing() throws Exception {
        String mark = "trainyard-it-" + ProcessHandle.current().pid() + "-left";
        Process process = start("run", job("left", "backoffLimit: 0", "sh", "-c", "echo " + mark + "; sleep 1000"));
        await("both pods to run").atMost(LIMIT).until(() -> processesWith(mark) >= 2);
        process.destroyForcibly().waitFor();
        await("no process is left").atMost(Duration.ofSeconds(20)).until(() -> processesWith(mark) == 0);
        assertThat(run("ps").out()).contains("left");
    }

    @Test
    @DisplayName("what an earlier run could not end is ended by the next one, and named (LOCAL-82)")
    void leftoversAreEnded() throws Exception {
        Process leftover = new ProcessBuilder("sleep", "1000").start();
        try {
            Path old = Files.createDirectories(folder.resolve(".trainyard/runs/20260101-000000-old"));
            Files.writeString(
                    old.resolve("pids.json"),
                    """
                    {"kubelet": {"pid": %1$d, "start": "2001-01-01T00:00:00Z"},
                     "containers": [{"pid": %1$d, "start": "%2$s", "pod": "default/old", "container": "node", "mark": "no-such-mark"}]}
                    """
                            .formatted(
                                    leftover.pid(),
                                    leftover.info().startInstant().orElseThrow()));

            Run next = run("run", job("next", "backoffLimit: 0", "true"));

            assertThat(next.code()).as(next.out() + next.err()).isZero();
            assertThat(next.out()).contains("a killed run had left default/old node");
            assertThat(leftover.waitFor(20, TimeUnit.SECONDS)).isTrue();
        } finally {
            leftover.destroyForcibly();
        }
    }
}
