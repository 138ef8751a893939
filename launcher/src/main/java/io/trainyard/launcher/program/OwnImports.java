package io.trainyard.launcher.program;

import io.trainyard.launcher.program.MeantProgram.Told;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The framework that a program of Python imports, itself or by modules that lie beside it. Pure. */
final class OwnImports {
    private static final int MAX_MODULES = 200;

    private final Code code;
    private final List<String> roots;

    private OwnImports(Code code, List<String> roots) {
        this.code = code;
        this.roots = roots;
    }

    static Optional<Told> of(PythonCall call, Code code) {
        return switch (call.kind()) {
            case CODE -> Framework.of(PythonImports.of(call.target())).map(told -> told("its code", told));
            case SCRIPT -> ofScript(call.target(), call.target(), List.of(folder(call.target())), code);
            case MODULE -> ofModule(call.target(), code);
        };
    }

    /** That of a program such as a console script, whose package lies elsewhere. */
    static Optional<Told> ofInstalled(String path, String name, String interpreter, Code code) {
        List<String> roots = Stream.concat(Stream.of(folder(path), ""), code.packages(interpreter).stream())
                .toList();
        return ofScript(path, name, roots, code);
    }

    private static Optional<Told> ofScript(String path, String name, List<String> roots, Code code) {
        return code.read(path)
                .flatMap(text -> new OwnImports(code, roots).search(new CodeFile(folder(path), text)))
                .map(found -> told(name, found));
    }

    /** A module that is none of the user's may be one of a framework. */
    private static Optional<Told> ofModule(String module, Code code) {
        String path = module.replace('.', '/');
        Optional<CodeFile> own = code.read(path + "/__main__.py")
                .map(text -> new CodeFile(path + "/", text))
                .or(() -> code.read(path + ".py").map(text -> new CodeFile(folder(path), text)));
        return own.map(file -> new OwnImports(code, List.of("")).search(file))
                .orElseGet(() -> Framework.of(PythonImports.of("import " + module)))
                .map(found -> own.isPresent()
                        ? told(module, found)
                        : new Told(found.framework(), module + " belongs to " + found.module()));
    }

    private static Told told(String what, Framework.Told found) {
        return new Told(found.framework(), what + " imports " + found.module());
    }

    private static String folder(String path) {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }

    /**
     * A file of the program.
     *
     * @param folder that it lies in; empty, or with a slash at its end
     */
    private record CodeFile(String folder, String text) {}

    /** Level by level, so that what a file imports itself counts before what these import. */
    private Optional<Framework.Told> search(CodeFile first) {
        Set<String> seen = new HashSet<>();
        List<CodeFile> next = List.of(first);
        while (!next.isEmpty()) {
            List<CodeFile> beside = new ArrayList<>();
            for (CodeFile file : next) {
                PythonImports imports = PythonImports.of(file.text);
                Optional<Framework.Told> told = Framework.of(imports);
                if (told.isPresent()) {
                    return told;
                }
                imports.paths().stream()
                        .flatMap(path -> places(file, path))
                        .filter(path -> seen.size() < MAX_MODULES && seen.add(path))
                        .forEach(path -> code.read(path + ".py")
                                .map(text -> new CodeFile(folder(path), text))
                                .or(() -> code.read(path + "/__init__.py").map(text -> new CodeFile(path + "/", text)))
                                .ifPresent(beside::add));
            }
            next = beside;
        }
        return Optional.empty();
    }

    private Stream<String> places(CodeFile file, String path) {
        return path.startsWith(".")
                ? Stream.of(Path.of(file.folder + path).normalize().toString())
                : roots.stream().map(root -> root + path);
    }
}
