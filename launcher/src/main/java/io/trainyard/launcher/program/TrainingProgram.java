package io.trainyard.launcher.program;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.program.MeantProgram.OfLauncher;
import io.trainyard.launcher.program.MeantProgram.OfPython;
import io.trainyard.launcher.program.MeantProgram.OfShell;
import io.trainyard.launcher.program.PythonCall.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A program that trains, and how each node starts it. Where no group is asked for, that is what was typed. Pure.
 *
 * @param framework what it trains with
 * @param command what each node starts, as the field of a container says it
 * @param reason why it is that framework, as a part of a sentence
 * @param title what it may be called: the name of its script, module or program, without folder and ending
 * @param group that is asked for
 * @param ranked whether variables of each node's one process have to say which rank it is, since nothing else does
 * @param own whether a launcher that was typed says how many processes a node has
 * @param notes what can be seen before the start, and is not what the user means
 */
public record TrainingProgram(
        Framework framework,
        List<String> command,
        String reason,
        String title,
        Group group,
        boolean ranked,
        boolean own,
        List<String> notes) {
    private static final String INDEX = "metadata.annotations['batch.kubernetes.io/job-completion-index']";

    public TrainingProgram {
        command = List.copyOf(command);
        notes = List.copyOf(notes);
    }

    /**
     * What a command line means.
     *
     * @param words what somebody would type without Trainyard, as the field of a container says it; at least one
     * @param wanted the framework, where somebody said which; empty to find out
     * @throws UnclearProgramException when that cannot be told
     */
    public static TrainingProgram of(List<String> words, Optional<Framework> wanted, Group group, Code code) {
        MeantProgram meant = ProgramSearch.in(words, code, wanted.isEmpty() || group.isAsked());
        Optional<MeantProgram.Told> told = meant.told();
        Framework framework =
                wanted.or(() -> told.map(MeantProgram.Told::framework)).orElse(Framework.PLAIN);
        String reason = wanted.isPresent()
                ? "--framework says so"
                : told.map(MeantProgram.Told::reason)
                        .orElse(
                                meant instanceof OfPython python
                                        ? "nothing that " + python.name() + " imports is a framework"
                                        : "nothing tells of a framework");
        GroupStart start = new GroupStart(startable(words, meant, code), meant, framework, group, wanted.isPresent());
        return new TrainingProgram(
                framework,
                group.isAsked() ? start.command() : start.typed(),
                start.replaced().map(what -> what + ", and ").orElse("") + reason,
                title(words, meant),
                group,
                group.isAsked() && start.isRanked(),
                start.isOfLauncher(),
                PitfallNotes.of(meant, words, group));
    }

    /** A script that cannot be started by itself gets what runs it. */
    private static List<String> startable(List<String> words, MeantProgram meant, Code code) {
        String first = words.get(0);
        return meant.start() > 0 || (first.contains("/") && code.isExecutable(first))
                ? words
                : interpreted(words, code);
    }

    /** A script behind what runs it; other words as they are. */
    static List<String> interpreted(List<String> words, Code code) {
        String first = words.get(0);
        if (first.endsWith(".py")) {
            return joined(List.of("python3"), words);
        }
        return first.endsWith(".sh") ? joined(List.of(shell(code.read(first).orElse(""))), words) : words;
    }

    private static String shell(String text) {
        return text.startsWith("#!/bin/sh\n") || text.startsWith("#!/usr/bin/sh\n") ? "sh" : "bash";
    }

    /** The runtime that serves it on this machine, where nobody has named one: one process needs none of a framework. */
    public Framework served() {
        return group.isAsked() ? framework : Framework.PLAIN;
    }

    /** The nodes that it needs; empty to leave that to the runtime. */
    Optional<Integer> nodes() {
        boolean ofItsOwn = !ranked && framework.start() != Framework.Start.PYTHON;
        if (ofItsOwn || group.processCount() == 1) {
            return group.nodes();
        }
        int all = group.nodeCount() * group.processCount();
        if (group.isOfSeveralNodes()) {
            throw new UnclearProgramException("--nproc " + group.processCount() + ": " + String.join(" ", command)
                    + " is one process on each node; --nodes " + all + " starts " + all);
        }
        return Optional.of(all);
    }

    /**
     * What the field {@code numProcPerNode} says; empty to leave that to the runtime.
     *
     * @throws UnclearProgramException when the number of processes means nothing to the framework
     */
    Optional<Object> processes() {
        boolean torch = framework.start() == Framework.Start.TORCHRUN;
        Optional<String> wanted = group.processes();
        if (!torch
                && wanted.filter(text -> !text.equals("auto") && !text.matches("\\d{1,6}"))
                        .isPresent()) {
            throw new UnclearProgramException("--nproc: " + wanted.orElse("") + " is for PyTorch alone; "
                    + framework.text() + " takes a number or auto");
        }
        if (ranked && torch) {
            // Says that the program forms the group itself.
            return Optional.of(1);
        }
        if (framework.start() == Framework.Start.PYTHON || (!torch && wanted.equals(Optional.of("auto")))) {
            return Optional.empty();
        }
        return wanted.map(text -> text.matches("\\d{1,6}") ? (Object) Integer.valueOf(text) : text);
    }

    /**
     * What tells each node's one process who it is; empty where something else does.
     *
     * @param job name of the TrainJob
     */
    List<Map<String, Object>> variables(String job) {
        if (!ranked) {
            return List.of();
        }
        boolean local = group.processCount() > 1;
        return List.of(
                index("RANK"),
                local ? index("LOCAL_RANK") : Tree.of("name", "LOCAL_RANK", "value", "0"),
                Tree.of("name", "WORLD_SIZE", "value", String.valueOf(nodes().orElse(1))),
                Tree.of("name", "MASTER_ADDR", "value", job + "-node-0-0." + job),
                Tree.of("name", "MASTER_PORT", "value", "29500"));
    }

    private static Map<String, Object> index(String name) {
        return Tree.of("name", name, "valueFrom", Tree.of("fieldRef", Tree.of("fieldPath", INDEX)));
    }

    /** What is said before the start: what a group starts, and what may go wrong. */
    public List<String> told() {
        return joined(notes, group.isAsked() ? List.of(line()) : List.of());
    }

    /** What is started, and why, for people. */
    public String line() {
        return (own ? group.textOfLauncher() : group.text()) + ": " + String.join(" ", command)
                + (ranked ? " with RANK, WORLD_SIZE and MASTER_ADDR" : "")
                + ", since " + reason;
    }

    /** The script that these words start, as far as that is clear; relative to the folder that they are typed in. */
    public static Optional<String> script(List<String> words) {
        return script(ProgramSearch.in(words, path -> Optional.empty(), false), words);
    }

    private static Optional<String> script(MeantProgram meant, List<String> words) {
        if (meant instanceof OfPython python) {
            return Optional.of(python.call())
                    .filter(call -> call.kind() == Kind.SCRIPT)
                    .map(PythonCall::target);
        }
        boolean starter = meant instanceof OfLauncher
                || (meant instanceof OfShell shell && !shell.name().contains(" "));
        return words.stream()
                .skip(meant.start())
                .filter(word -> starter && ProgramJob.isScript(word) && !word.startsWith("-"))
                .findFirst();
    }

    /** Whether this word starts a program that is named behind it, as {@code python} and {@code torchrun} do. */
    public static boolean isStarter(String word) {
        String name = PythonCall.baseName(word);
        return PythonCall.isInterpreter(name) || ProgramSearch.isShell(name) || Launcher.isName(name);
    }

    private static String title(List<String> words, MeantProgram meant) {
        String named = script(meant, words)
                .or(() -> meant instanceof OfPython python && python.call().kind() == Kind.MODULE
                        ? Optional.of(python.call().target())
                        : Optional.empty())
                .orElse(words.get(meant.start()));
        String name = PythonCall.baseName(named);
        boolean file = !name.equals(named) || ProgramJob.isScript(name) || !name.contains(".");
        int dot = name.lastIndexOf('.');
        return dot < 1 ? name : file ? name.substring(0, dot) : name.substring(dot + 1);
    }

    /** A name for the job of it, as Kubernetes takes it. */
    public String jobName() {
        String name = title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        String cut = name.substring(0, Math.min(40, name.length())).replaceAll("^[-0-9]+|-+$", "");
        return cut.isEmpty() ? "train" : cut;
    }

    static List<String> joined(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
