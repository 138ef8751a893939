package io.trainyard.launcher.program;

import io.trainyard.launcher.program.MeantProgram.OfLauncher;
import io.trainyard.launcher.program.MeantProgram.OfPython;
import io.trainyard.launcher.program.MeantProgram.OfShell;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds what keeps processes of a group apart, as far as the text of a program tells it before the start. Pure. */
final class PitfallNotes {
    private static final Pattern HERE =
            Pattern.compile("--?(?:rdzv|master)[-_](?:endpoint|addr)=(?:localhost|127\\.).*");
    private static final Pattern NODES = Pattern.compile("--?nnodes=(\\d+)(?::\\d+)?");

    private PitfallNotes() {}

    static List<String> of(MeantProgram meant, List<String> words, Group group) {
        if (meant instanceof OfLauncher launcher && launcher.launcher() == Launcher.TORCHRUN && !group.isAsked()) {
            return waiting(words.subList(launcher.end(), words.size()), words).stream()
                    .toList();
        }
        if (!group.isAsked()) {
            return List.of();
        }
        if (meant instanceof OfShell shell && group.isOfSeveralNodes()) {
            return shell.commands().stream()
                    .flatMap(command -> apart(shell.name(), command, group))
                    .toList();
        }
        return meant instanceof OfPython python && !python.installed()
                ? ofPython(python.name(), python.answer(), group)
                : List.of();
    }

    /** Joined with their values. */
    private static List<String> options(List<String> words) {
        List<String> own = words.stream()
                .takeWhile(word -> !word.endsWith(".py") && !word.equals("--"))
                .toList();
        List<String> options = new ArrayList<>();
        for (int i = 0; i < own.size(); i++) {
            boolean bare = own.get(i).startsWith("-") && !own.get(i).contains("=") && i + 1 < own.size();
            options.add(bare ? own.get(i) + "=" + own.get(i + 1) : own.get(i));
        }
        return options;
    }

    private static Optional<Integer> nodes(List<String> words) {
        return options(words).stream()
                .map(NODES::matcher)
                .filter(Matcher::matches)
                .map(found -> Integer.valueOf(found.group(1)))
                .findFirst();
    }

    private static Optional<String> waiting(List<String> options, List<String> words) {
        return nodes(options)
                .filter(count -> count > 1)
                .map(count ->
                        "note: torchrun --nnodes=" + count + " waits for as many nodes, and this is one: trainyard"
                                + " launch --nodes " + count + " -- " + String.join(" ", words) + " starts all");
    }

    private static Stream<String> apart(String script, MeantProgram.Command command, Group group) {
        if (!(command.program() instanceof OfLauncher launcher) || launcher.launcher() != Launcher.TORCHRUN) {
            return Stream.empty();
        }
        List<String> words =
                command.words().subList(launcher.end(), command.words().size());
        List<String> found = new ArrayList<>();
        String which = "warning: " + script + ": " + launcher.name() + " ";
        if (words.contains("--standalone")) {
            found.add(which + "--standalone gives each of the " + group.nodeCount()
                    + " nodes a meeting place of its own, where it waits for the others, so nobody trains; remove it");
        }
        nodes(words)
                .filter(count -> count != group.nodeCount())
                .ifPresent(count -> found.add(which + "--nnodes=" + count + " is not the " + group.nodeCount()
                        + " nodes that there are"
                        + (count == 1 ? ", so each trains alone" : "")
                        + "; remove it, torchrun learns of them by its variables"));
        options(words).stream()
                .filter(option -> HERE.matcher(option).matches())
                .forEach(
                        option -> found.add(
                                which + option
                                        + " is another place on each of the nodes of a cluster, and one for several groups here; remove it"));
        return found.stream();
    }

    private static List<String> ofPython(String name, PythonAnswer answer, Group group) {
        List<String> found = new ArrayList<>();
        answer.ownAddress()
                .ifPresent(
                        address -> found.add(
                                "warning: " + name + " makes a group of its own on " + address
                                        + ", so the processes of this one train alone, collide or wait for ever; \"trainyard run "
                                        + name
                                        + "\" starts it once, as its author does, or let it read MASTER_ADDR and RANK from its environment"));
        if (answer.isOfOneNode() && group.isOfSeveralNodes()) {
            found.add("warning: " + name + " does not tell Lightning of " + group.nodeCount()
                    + " nodes, so each trains alone: Trainer(num_nodes=" + group.nodeCount() + ", …)");
        }
        return found;
    }
}
