package io.trainyard.launcher.upload;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.ContainerProgram;
import io.trainyard.core.kube.ContainerPrograms;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.Preconditions;
import io.trainyard.foundation.time.Delays;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.cli.launch.JobSubmitter;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.Pause;
import io.trainyard.launcher.client.Await;
import io.trainyard.launcher.run.view.ByteCount;
import io.trainyard.spi.model.RuntimeResource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Brings an archive onto a volume claim: a pod mounts the claim, a program in it receives the archive, and the pod goes, whatever happens. Only the thread
 * that calls ever waits.
 */
public final class ClaimUploader {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(500);

    private final KubeApi api;
    private final ContainerPrograms programs;
    private final Consumer<String> messages;
    private final BooleanSupplier stopping;
    private final TimeSource time;

    /**
     * @param messages told how far it is
     * @param stopping whether somebody wants it to end
     * @param time what ages are counted to, and what limits are counted by
     */
    public ClaimUploader(KubeClient client, Consumer<String> messages, BooleanSupplier stopping, TimeSource time) {
        this.api = client.requests();
        this.programs = client.programs();
        this.messages = messages;
        this.stopping = stopping;
        this.time = time;
    }

    /**
     * Brings it there, unless it is there already.
     *
     * @param trainJob that it is for, as a tree
     * @param runtime that the TrainJob names
     * @throws CommandException when it cannot, or somebody wants it to end; the message says why
     * @throws ApiFailure when the API server refuses something else
     */
    public void upload(
            String namespace, JobSubmitter.ToClaim wanted, Map<String, Object> trainJob, RuntimeResource runtime) {
        look(namespace, wanted.claim(), Tree.integer(1, trainJob, "spec", "trainer", "numNodes"));
        sweep(namespace, wanted.claim());
        Pod pod = create(UploadPod.of(namespace, wanted.claim(), wanted.image(), trainJob, runtime));
        try {
            awaitStart(pod, wanted);
            transfer(pod, wanted);
        } finally {
            delete(pod);
        }
    }

    private void look(String namespace, String name, long nodes) {
        PersistentVolumeClaim claim = Await.result(api.get(PersistentVolumeClaim.class, namespace, name))
                .orElseThrow(() -> wrong("--code-claim: there is no volume claim " + name + " in namespace " + namespace
                        + "; create it first, with accessModes [ReadWriteMany] if several machines train"));
        ClaimState state = ClaimState.of(claim, nodes);
        state.problem().ifPresent(problem -> {
            throw wrong("--code-claim: the claim " + name + " " + problem);
        });
        state.note().ifPresent(note -> messages.accept("note: the claim " + name + " " + note));
    }

    /** Removes what an upload that was killed has left, when it has ended or has had more time than any has. */
    private void sweep(String namespace, String claim) {
        try {
            for (Pod left : Await.result(api.list(Pod.class, namespace, UploadPod.labels(claim)))) {
                if (UploadPod.isLeftOver(left, time.now())) {
                    delete(left);
                }
            }
        } catch (ApiFailure mayNotList) {
            // Whoever may will do it.
        }
    }

    private Pod create(Pod pod) {
        try {
            return Await.result(api.create(pod));
        } catch (ApiFailure failure) {
            if (failure.kind() == ApiFailure.Kind.FORBIDDEN) {
                throw new CommandException(
                        ExitCodes.FAILED,
                        "--upload needs a pod that receives the code, and the cluster does not let you have it: "
                                + failure.getMessage(),
                        failure);
            }
            throw failure;
        }
    }

    private void awaitStart(Pod created, JobSubmitter.ToClaim wanted) {
        String namespace = created.getMetadata().getNamespace();
        String name = created.getMetadata().getName();
        String why = "";
        long begin = time.nanos();
        while (time.nanos() - begin <= Delays.nanos(wanted.startTimeout())) {
            requireGoOn(!stopping.getAsBoolean());
            PodStart start = Await.result(api.get(Pod.class, namespace, name))
                    .map(PodStart::of)
                    .orElseGet(() -> new PodStart(PodStart.State.IMPOSSIBLE, "somebody has deleted it"));
            if (start.state() == PodStart.State.RUNNING) {
                return;
            }
            if (start.state() == PodStart.State.IMPOSSIBLE) {
                throw new CommandException(
                        ExitCodes.FAILED,
                        "the pod that receives the code (image " + image(created) + ") cannot start: " + start.why()
                                + "; its image needs a shell and tar, --upload-image names another one");
            }
            if (!start.why().equals(why) && !start.why().isEmpty()) {
                why = start.why();
                messages.accept("waiting for the pod that receives the code: " + why);
            }
            requireGoOn(Pause.of(POLL_INTERVAL));
        }
        throw new CommandException(
                ExitCodes.FAILED,
                "the pod that receives the code has not started within "
                        + wanted.startTimeout().toSeconds() + " s" + (why.isEmpty() ? "" : ": " + why)
                        + "; --upload-timeout waits longer");
    }

    private void transfer(Pod pod, JobSubmitter.ToClaim wanted) {
        String folder = wanted.folder();
        String size = ByteCount.text(wanted.archive().size());
        ContainerProgram.End looked = new Transfer(start(pod, ReceiveScript.look(folder)), stopping, time).await();
        require(looked, pod, wanted);
        if (looked.output().strip().equals(ReceiveScript.THERE)) {
            messages.accept("the claim " + wanted.claim() + " has this code already, in " + folder);
            return;
        }
        ContainerProgram receiver = start(
                pod,
                ReceiveScript.receive(
                        folder, wanted.archive().size(), wanted.archive().checksum()));
        Transfer transfer = new Transfer(receiver, stopping, time);
        transfer.send(wanted.archive().file(), wanted.archive().size(), messages);
        require(transfer.await(), pod, wanted);
        messages.accept("uploaded " + size + " to " + folder + " on the claim " + wanted.claim());
    }

    private ContainerProgram start(Pod pod, List<String> command) {
        try {
            return Await.result(programs.start(new ContainerPrograms.Wanted(
                    pod.getMetadata().getNamespace(), pod.getMetadata().getName(), UploadPod.CONTAINER, command)));
        } catch (ApiFailure failure) {
            if (failure.kind() == ApiFailure.Kind.FORBIDDEN) {
                throw new CommandException(
                        ExitCodes.FAILED,
                        "--upload sends the code to a program in a pod, which you may not start in namespace "
                                + pod.getMetadata().getNamespace()
                                + ": your role needs create and get of pods/exec",
                        failure);
            }
            throw failure;
        }
    }

    private static void require(ContainerProgram.End end, Pod pod, JobSubmitter.ToClaim wanted) {
        if (end.code() != 0) {
            throw new CommandException(
                    ExitCodes.FAILED,
                    ReceiveScript.problem(end.code(), end.errors(), wanted.claim(), image(pod), UploadPod.user(pod)));
        }
    }

    private static String image(Pod pod) {
        return pod.getSpec().getContainers().get(0).getImage();
    }

    private static void requireGoOn(boolean goesOn) {
        if (!goesOn) {
            throw Transfer.stopped();
        }
    }

    /** What cannot be deleted ends by itself, and is removed by the next upload. */
    private void delete(Pod pod) {
        try {
            Await.result(api.delete(
                    Pod.class,
                    pod.getMetadata().getNamespace(),
                    pod.getMetadata().getName(),
                    new Preconditions(pod.getMetadata().getUid(), "")));
        } catch (ApiFailure | CommandException failure) {
            messages.accept("warning: the pod " + pod.getMetadata().getName() + " is left, and ends within the hour: "
                    + failure.getMessage());
        }
    }
}
