package io.trainyard.launcher.cli.input;

import io.trainyard.foundation.field.NearestName;
import io.trainyard.foundation.yaml.Documents;
import io.trainyard.foundation.yaml.Problem;
import io.trainyard.foundation.yaml.YamlDocuments;
import io.trainyard.launcher.program.Framework;
import io.trainyard.launcher.program.ProgramJob;
import io.trainyard.launcher.run.view.ShellWord;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads what a user named on the command line: files, folders, or standard input. A script stands for the TrainJob that runs it. */
public final class InputFiles {
    private static final String STANDARD_INPUT = "-";
    private static final List<String> SUFFIXES = List.of(".yaml", ".yml", ".json");

    private final InputStream standardInput;
    private final Scripts scripts;

    public InputFiles(InputStream standardInput) {
        this(standardInput, Scripts.OF_TRAINJOBS);
    }

    InputFiles(InputStream standardInput, Scripts scripts) {
        this.standardInput = standardInput;
        this.scripts = scripts;
    }

    /**
     * What scripts become.
     *
     * @param start where they start; empty for the current folder
     * @param framework what they train with; empty to look at what each imports
     */
    record Scripts(Optional<Path> start, Optional<Framework> framework) {
        static final Scripts OF_TRAINJOBS = new Scripts(Optional.empty(), Optional.empty());
    }

    /** One entry for each file, in the order of the names; those of a folder by name. */
    public List<Documents> read(List<String> names) {
        List<Documents> read = new ArrayList<>();
        Map<String, Path> before = new HashMap<>();
        for (String name : names) {
            if (name.equals(STANDARD_INPUT)) {
                read.add(YamlDocuments.readStream("standard input", standardInput));
            } else {
                paths(Path.of(name)).forEach(path -> read.add(read(path, before)));
            }
        }
        return read;
    }

    /** The same, with the files of folders in folders, but of hidden ones and of those that package managers fill. */
    public List<Documents> readTrees(List<String> names) {
        return read(
                names.stream().flatMap(name -> tree(name).stream()).distinct().toList());
    }

    private static List<String> tree(String name) {
        Path folder = Path.of(name);
        if (!Files.isDirectory(folder)) {
            return List.of(name);
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(InputFiles::isManifest)
                    .filter(file -> !isHidden(folder.relativize(file)))
                    .sorted()
                    .map(Path::toString)
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot list " + folder, unreadable);
        }
    }

    private static boolean isHidden(Path below) {
        return Stream.iterate(below, Objects::nonNull, Path::getParent)
                .map(part -> String.valueOf(part.getFileName()))
                .anyMatch(name -> name.startsWith(".") || name.equals("node_modules"));
    }

    /**
     * Of a folder's files with YAML or JSON those in which one of these words stands, in the order of their names; the rest is not looked into.
     *
     * @param folder or one file
     */
    List<Documents> readMentioning(Path folder, Set<String> words) {
        return paths(folder).stream()
                .filter(file -> isMentioned(words, file))
                .map(file -> read(file, new HashMap<>()))
                .toList();
    }

    /** What cannot be looked into is left to who reads it, and tells why. */
    private static boolean isMentioned(Set<String> words, Path file) {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return lines.anyMatch(line -> words.stream().anyMatch(line::contains));
        } catch (IOException | UncheckedIOException unreadable) {
            return true;
        }
    }

    /**
     * @param before the scripts that were read before, by the names of their TrainJobs
     */
    private Documents read(Path path, Map<String, Path> before) {
        String name = String.valueOf(path.getFileName());
        Optional<String> wrong = wrong(path, name);
        if (wrong.isPresent()) {
            return Documents.unreadable(Problem.of(path.toString(), wrong.get()));
        }
        if (!ProgramJob.isScript(name) || !Files.isRegularFile(path)) {
            return YamlDocuments.readFile(path);
        }
        String seen = scripts.start()
                .map(folder -> folder.relativize(path.toAbsolutePath().normalize()))
                .orElse(path)
                .toString();
        Path folder = scripts.start().orElseGet(() -> Path.of("").toAbsolutePath());
        ProgramJob job = ProgramJob.ofScript(seen, scripts.framework(), new ProgramFiles(folder));
        Path other = before.putIfAbsent(job.name(), path);
        return other == null
                ? YamlDocuments.read(path.toString(), job.yaml()).withoutLines()
                : Documents.unreadable(Problem.of(
                        path.toString(),
                        "its TrainJob would have the name of that of " + other + ", " + job.name()
                                + "; start it by a run of its own: trainyard run " + ShellWord.of(path)));
    }

    /** What is wrong with something that is no file with a TrainJob, but tells what was meant. */
    private static Optional<String> wrong(Path path, String name) {
        if (Files.isSymbolicLink(path) && !Files.exists(path)) {
            return Optional.of("is a link to a file that is not there");
        }
        if (!Files.exists(path)) {
            return guess(path, name).map(near -> "no such file; did you mean \"" + path.resolveSibling(near) + "\"?");
        }
        if (name.endsWith(".ipynb")) {
            return Optional.of("a notebook is no program; jupyter nbconvert --to script " + ShellWord.of(path)
                    + " makes one of it, for 'trainyard run'");
        }
        return Files.isRegularFile(path) && Files.isExecutable(path) && name.indexOf('.') < 0
                ? Optional.of("is a program, not a file with a TrainJob; trainyard launch -- "
                        + (path.getParent() == null ? "./" : "") + ShellWord.of(path) + " starts it")
                : Optional.empty();
    }

    /** By names without endings, which many files have in common. */
    private static Optional<String> guess(Path path, String name) {
        Path folder = path.toAbsolutePath().normalize().resolveSibling("");
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        Map<String, String> names = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.map(file -> String.valueOf(file.getFileName()))
                    .filter(each ->
                            ProgramJob.isScript(each) || SUFFIXES.stream().anyMatch(each::endsWith))
                    .sorted(Comparator.comparing(each -> !ending(each).equals(ending(name))))
                    .forEach(each -> names.putIfAbsent(stem(each), each));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
        return NearestName.of(stem(name), names.keySet()).map(names::get);
    }

    private static String stem(String name) {
        return name.substring(0, name.length() - ending(name).length());
    }

    private static String ending(String name) {
        return name.substring(Math.max(name.lastIndexOf('.'), 0));
    }

    private static List<Path> paths(Path path) {
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(InputFiles::isManifest).sorted().toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot list " + path, unreadable);
        }
    }

    private static boolean isManifest(Path file) {
        String name = file.getFileName().toString();
        return !Files.isDirectory(file) && SUFFIXES.stream().anyMatch(name::endsWith);
    }
}
