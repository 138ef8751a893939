package io.trainyard.launcher.documents;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Main code as the compiler reads it: comments, constants, and what texts are put together of. Names of types are without packages. */
final class JavaSources {
    /** What stands in a text for a value that only a run knows. */
    static final String UNKNOWN = "…";

    private static final int MAX_DEPTH = 4;

    private final List<CompilationUnitTree> units = new ArrayList<>();
    private final Map<String, String> comments = new HashMap<>();
    private final Map<String, ExpressionTree> constants = new HashMap<>();
    private final Map<String, ExpressionTree> answers = new HashMap<>();

    /** The sources below folders of the repository. */
    JavaSources(List<String> folders) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String folder : folders) {
            try (Stream<Path> found = Files.walk(Documents.ROOT.resolve(folder))) {
                found.filter(file -> file.toString().endsWith(".java")).sorted().forEach(files::add);
            }
        }
        JavaCompiler compiler =
                Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "the tests need a JDK, not a runtime");
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null,
                    manager,
                    problem -> {},
                    List.of("-proc:none"),
                    null,
                    manager.getJavaFileObjectsFromPaths(files));
            task.parse().forEach(units::add);
            Trees trees = Trees.instance(task);
            units.forEach(unit -> new Index(trees).scan(unit, null));
        }
    }

    List<CompilationUnitTree> units() {
        return units;
    }

    /** The comment on a class, or on a constant as {@code Class.NAME}; empty when there is none. */
    String comment(String name) {
        return comments.getOrDefault(name, "").replaceAll("\\s+", " ").strip();
    }

    /** The comment on a component of a record; empty when there is none. */
    String component(String type, String component) {
        return Pattern.compile("@param\\s+" + component + "\\s+((?:\\{@[^}]*}|[^@])*?)(?=@param|@return|@throws|$)")
                .matcher(comments.getOrDefault(type, ""))
                .results()
                .map(found -> found.group(1).replaceAll("\\s+", " ").strip())
                .findFirst()
                .orElse("");
    }

    /**
     * The text that an expression gives, {@link #UNKNOWN} in the place of what is not written in the code.
     *
     * @param variables expressions of local variables
     */
    String text(@Nullable Tree expression, String type, Map<String, ExpressionTree> variables) {
        return text(expression, type, variables, 0).replaceAll(UNKNOWN + "+", UNKNOWN);
    }

    private String text(@Nullable Tree tree, String type, Map<String, ExpressionTree> variables, int depth) {
        if (depth > MAX_DEPTH || tree == null) {
            return UNKNOWN;
        }
        if (tree instanceof LiteralTree literal) {
            return String.valueOf(literal.getValue());
        }
        if (tree instanceof ParenthesizedTree inner) {
            return text(inner.getExpression(), type, variables, depth);
        }
        if (tree instanceof BinaryTree sum && sum.getKind() == Tree.Kind.PLUS) {
            return text(sum.getLeftOperand(), type, variables, depth)
                    + text(sum.getRightOperand(), type, variables, depth);
        }
        if (tree instanceof IdentifierTree name) {
            String wanted = name.getName().toString();
            return Optional.ofNullable(variables.get(wanted))
                    .map(value -> text(value, type, Map.of(), depth + 1))
                    .or(() -> within(constants, type, wanted).map(value -> text(value, type, Map.of(), depth + 1)))
                    .orElse(UNKNOWN);
        }
        if (tree instanceof MemberSelectTree select) {
            String owner = select.getExpression().toString();
            return Optional.ofNullable(constants.get(owner + "." + select.getIdentifier()))
                    .map(value -> text(value, owner, Map.of(), depth + 1))
                    .orElse(UNKNOWN);
        }
        if (tree instanceof MethodInvocationTree call) {
            return within(answers, type, call.getMethodSelect().toString())
                    .map(answer -> text(answer, type, Map.of(), depth + 1))
                    .orElse(UNKNOWN);
        }
        return UNKNOWN;
    }

    /** What has that name in a type, or in one that it stands in. */
    private static Optional<ExpressionTree> within(Map<String, ExpressionTree> known, String type, String name) {
        for (String place = type; !place.isEmpty(); place = outer(place)) {
            ExpressionTree found = known.get(place + "." + name);
            if (found != null) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    /** The full name of what has a name in a type or in one that it stands in, and of which something is said. */
    static String nearest(String type, String name, UnaryOperator<String> comment) {
        String place = type;
        while (!outer(place).isEmpty() && comment.apply(place + "." + name).isEmpty()) {
            place = outer(place);
        }
        return place + "." + name;
    }

    private static String outer(String type) {
        return type.substring(0, Math.max(0, type.lastIndexOf('.')));
    }

    /** The name of a type with those that it stands in. */
    static String nested(@Nullable String outer, ClassTree type) {
        return outer == null ? type.getSimpleName().toString() : outer + "." + type.getSimpleName();
    }

    /** Finds what has a name. */
    private final class Index extends TreePathScanner<Void, Void> {
        private final Trees trees;
        private final Deque<String> types = new ArrayDeque<>();

        Index(Trees trees) {
            this.trees = trees;
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, @Nullable Void unused) {
            types.push(nested(types.peek(), type));
            remember(types.peek());
            remember(type.getSimpleName().toString());
            super.visitClass(type, unused);
            types.pop();
            return null;
        }

        @Override
        public @Nullable Void visitVariable(VariableTree variable, @Nullable Void unused) {
            if (getCurrentPath().getParentPath().getLeaf() instanceof ClassTree) {
                String name = types.peek() + "." + variable.getName();
                remember(name);
                if (variable.getInitializer() != null) {
                    constants.put(name, variable.getInitializer());
                }
            }
            return super.visitVariable(variable, unused);
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, @Nullable Void unused) {
            List<? extends StatementTree> statements =
                    method.getBody() == null ? List.of() : method.getBody().getStatements();
            if (statements.size() == 1
                    && statements.get(0) instanceof ReturnTree only
                    && only.getExpression() != null) {
                answers.put(types.peek() + "." + method.getName(), only.getExpression());
            }
            return super.visitMethod(method, unused);
        }

        private void remember(String name) {
            String comment = trees.getDocComment(getCurrentPath());
            if (comment != null) {
                comments.put(name, comment);
            }
        }
    }

    /** The folder of the repository that a file lies in. */
    static String module(CompilationUnitTree unit) {
        return Documents.ROOT
                .relativize(Path.of(unit.getSourceFile().toUri()))
                .getName(0)
                .toString();
    }

    /** All main code of a module. */
    static String main(String module) {
        return module + "/src/main/java";
    }

    /** The modules whose names begin so. */
    static List<String> modules(String prefix) {
        try (Stream<Path> folders = Files.list(Documents.ROOT)) {
            return folders.map(folder -> folder.getFileName().toString())
                    .filter(name -> name.startsWith(prefix))
                    .filter(name -> Files.isDirectory(Documents.ROOT.resolve(main(name))))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
