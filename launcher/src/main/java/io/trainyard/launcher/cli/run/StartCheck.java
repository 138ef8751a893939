package io.trainyard.launcher.cli.run;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.local.kubelet.image.ImageTable;
import io.trainyard.local.kubelet.node.Machine;
import io.trainyard.local.kubelet.options.ProgramOptions;
import io.trainyard.spi.model.TrainerApi;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Refuses, before anything starts, what cannot run here, is too much for this machine, or speaks of what is not there. Pure. */
final class StartCheck {
    private static final String TRAINER = "node";
    private static final String NODES = "PET_NNODES";
    private static final String PROCESSES = "PET_NPROC_PER_NODE";

    private final List<HasMetadata> objects;
    private final List<Map<String, Object>> jobSets;

    /**
     * @param objects what TrainJobs become
     */
    StartCheck(List<HasMetadata> objects) {
        this.objects = List.copyOf(objects);
        this.jobSets = jobSets(objects);
    }

    /** Those among the objects, as trees. */
    static List<Map<String, Object>> jobSets(List<HasMetadata> objects) {
        return objects.stream()
                .filter(object -> object.getKind().equals("JobSet"))
                .map(TreeConversion::toTree)
                .toList();
    }

    /**
     * A container of a trainer has to say what it runs: images, which could know it, are not used.
     *
     * @throws CommandException when one does not
     */
    void requireCommands(ProgramOptions programs) {
        if (programs.executor().usesImages()) {
            return;
        }
        ImageTable images = new ImageTable(programs.images(), programs.initializer());
        for (Map<String, Object> jobSet : jobSets) {
            if (trainers(jobSet).stream()
                    .flatMap(StartCheck::trainerContainers)
                    .anyMatch(container -> hasNothingToRun(container, images))) {
                throw wrong("TrainJob " + Tree.text(jobSet, "metadata", "name")
                        + ": it says nowhere what to run: set spec.trainer.command. Images, which may know it in a cluster, are not"
                        + " used here; --image-map says what they run, --executor docker uses them");
            }
        }
    }

    /** Whether it becomes one pod, or none. */
    boolean isOnePod() {
        return jobSets.stream()
                        .flatMap(jobSet -> Tree.objects(jobSet, "spec", "replicatedJobs").stream())
                        .mapToLong(StartCheck::pods)
                        .sum()
                <= 1;
    }

    private static boolean hasNothingToRun(Map<String, Object> container, ImageTable images) {
        return Tree.list(container, "command").isEmpty()
                && images.find(Tree.text(container, "image"), Tree.text(container, "name"))
                        .filter(entry -> !entry.entrypoint().isEmpty())
                        .isEmpty();
    }

    /**
     * All pods of a run have the same node.
     *
     * @throws CommandException when a TrainJob has more than fit
     */
    void requireRoom() {
        for (Map<String, Object> jobSet : jobSets) {
            long pods = Tree.objects(jobSet, "spec", "replicatedJobs").stream()
                    .mapToLong(StartCheck::pods)
                    .sum();
            if (pods > Machine.MAX_PODS) {
                throw wrong("TrainJob " + Tree.text(jobSet, "metadata", "name") + ": has " + pods
                        + " pods, and this machine takes at most " + Machine.MAX_PODS
                        + ": ask for fewer nodes (--nodes, or spec.trainer.numNodes)");
            }
        }
    }

    /**
     * A node, a rank and a volume that options name have to be there.
     *
     * @throws CommandException when one is not
     */
    void requireThere(LocalRun.Follow follow, MachineSettings machine) {
        if (jobSets.isEmpty()) {
            return;
        }
        follow.node().ifPresent(node -> requireBelow("--follow", "node", node, nodes()));
        follow.rank().ifPresent(rank -> requireBelow("--follow", "rank", rank, ranks()));
        machine.tools().debugging().ifPresent(debugging -> requireBelow("--debug", "rank", debugging.rank(), ranks()));
        machine.tools()
                .profiling()
                .flatMap(MachineSettings.Profiling::rank)
                .ifPresent(rank -> requireBelow("--profile", "rank", rank, ranks()));
        requireVolumes(machine.kubelet().folders().bindings().keySet());
    }

    private void requireVolumes(Set<String> named) {
        if (named.isEmpty()) {
            return;
        }
        Set<String> volumes = new TreeSet<>();
        objects.forEach(object -> addVolumes(TreeConversion.toTree(object), volumes));
        named.stream().filter(name -> !volumes.contains(name)).findFirst().ifPresent(name -> {
            throw wrong("--mount " + name + ": no pod has a volume or a volume claim of that name; "
                    + (volumes.isEmpty() ? "there is none" : "there are " + String.join(", ", volumes)));
        });
    }

    private static void requireBelow(String flag, String what, long number, OptionalLong count) {
        if (count.isPresent() && number >= count.getAsLong()) {
            long last = count.getAsLong() - 1;
            throw wrong(flag + ": there is no " + what + " " + number + "; "
                    + (last <= 0 ? "the only one is 0" : "there are 0 to " + last));
        }
    }

    /** How many nodes the largest of their jobs has; empty where that may change. */
    private OptionalLong nodes() {
        List<Map<String, Object>> all = jobSets.stream()
                .flatMap(jobSet -> Tree.objects(jobSet, "spec", "replicatedJobs").stream())
                .toList();
        return all.stream().anyMatch(StartCheck::isElastic)
                ? OptionalLong.empty()
                : all.stream()
                        .mapToLong(replicated -> Tree.integer(1, replicated, "template", "spec", "parallelism"))
                        .max();
    }

    /** How many processes the largest TrainJob has; empty where only the program that starts them knows. */
    private OptionalLong ranks() {
        long most = 0;
        for (Map<String, Object> jobSet : jobSets) {
            long sum = 0;
            for (Map<String, Object> trainer : trainers(jobSet)) {
                long each = processes(trainer);
                if (each == 0 || isElastic(trainer)) {
                    return OptionalLong.empty();
                }
                sum += pods(trainer) * each;
            }
            most = Math.max(most, sum);
        }
        return most == 0 ? OptionalLong.empty() : OptionalLong.of(most);
    }

    private static boolean isElastic(Map<String, Object> replicated) {
        return variable(replicated, NODES).contains(":");
    }

    /** Of a pod; 0 where that is not known. */
    private static long processes(Map<String, Object> trainer) {
        String value = variable(trainer, PROCESSES);
        if (value.isEmpty()) {
            return trainerContainers(trainer).allMatch(StartCheck::isScript) ? 1 : 0;
        }
        return value.matches("\\d{1,9}") ? Long.parseLong(value) : 0;
    }

    /** Python with a script is one process; what starts others is no script. */
    private static boolean isScript(Map<String, Object> container) {
        List<Object> command = Tree.list(container, "command");
        return command.size() > 1
                && String.valueOf(command.get(0)).matches("(?:.*/)?python[\\d.]*")
                && String.valueOf(command.get(1)).endsWith(".py");
    }

    private static String variable(Map<String, Object> trainer, String name) {
        return trainerContainers(trainer)
                .flatMap(container -> Tree.objects(container, "env").stream())
                .filter(variable -> Tree.text(variable, "name").equals(name))
                .map(variable -> Tree.text(variable, "value"))
                .findFirst()
                .orElse("");
    }

    private static List<Map<String, Object>> trainers(Map<String, Object> jobSet) {
        return Tree.objects(jobSet, "spec", "replicatedJobs").stream()
                .filter(replicated -> Tree.text(replicated, "template", "metadata", "labels", TrainerApi.ANCESTOR_LABEL)
                        .equals("trainer"))
                .toList();
    }

    private static Stream<Map<String, Object>> trainerContainers(Map<String, Object> replicated) {
        return Tree.objects(replicated, "template", "spec", "template", "spec", "containers").stream()
                .filter(container -> TRAINER.equals(Tree.text(container, "name")));
    }

    private static long pods(Map<String, Object> replicated) {
        return Tree.integer(1, replicated, "replicas") * Tree.integer(1, replicated, "template", "spec", "parallelism");
    }

    /** Names of volumes and claims, wherever a pod or a template of one stands. */
    private static void addVolumes(Object tree, Set<String> names) {
        if (tree instanceof Map<?, ?> map) {
            Map<String, Object> object = Tree.object(map);
            for (Map<String, Object> volume : Tree.objects(object, "volumes")) {
                names.add(Tree.text(volume, "name"));
                names.add(Tree.text(volume, "persistentVolumeClaim", "claimName"));
            }
            for (Map<String, Object> policy : Tree.objects(object, "volumeClaimPolicies")) {
                Tree.objects(policy, "templates").forEach(each -> names.add(Tree.text(each, "metadata", "name")));
            }
            map.values().forEach(each -> addVolumes(each == null ? "" : each, names));
        } else if (tree instanceof List<?> list) {
            new ArrayList<>(list).forEach(each -> addVolumes(each == null ? "" : each, names));
        }
        names.remove("");
    }
}
