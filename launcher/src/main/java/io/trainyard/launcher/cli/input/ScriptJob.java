package io.trainyard.launcher.cli.input;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.YamlWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** The TrainJob of a program: what somebody means who names a script where a file with a TrainJob could stand. Pure. */
final class ScriptJob {
    private static final int MAX_NAME_LENGTH = 40;

    /** What scripts import, the runtime for it, and what starts them. The first that matches counts. */
    private enum Framework {
        TORCH(
                "torch-distributed",
                "torchrun",
                "torch|lightning|pytorch_lightning|transformers|accelerate|trl|deepspeed"),
        JAX("jax-distributed", "python3", "jax|flax|orbax"),
        TENSORFLOW("tensorflow-distributed", "python3", "tensorflow|keras"),
        PLAIN("plain-distributed", "python3", "");

        private final String runtime;
        private final String starter;
        private final Pattern imports;

        Framework(String runtime, String starter, String modules) {
            this.runtime = runtime;
            this.starter = starter;
            this.imports = modules.isEmpty()
                    ? Pattern.compile("")
                    : Pattern.compile("(?m)^\\s*(?:import|from)\\s+(?:" + modules + ")\\b");
        }

        static Framework of(String code) {
            for (Framework framework : values()) {
                if (framework.imports.matcher(code).find()) {
                    return framework;
                }
            }
            return PLAIN;
        }
    }

    private ScriptJob() {}

    /** Whether a file of this name is a program. */
    static boolean isScript(String name) {
        return name.endsWith(".py") || name.endsWith(".sh");
    }

    /**
     * The TrainJob as YAML.
     *
     * @param name of the file, without its folder: programs start in it
     * @param code of the file
     */
    static String yaml(String name, String code) {
        boolean python = name.endsWith(".py");
        Framework framework = python ? Framework.of(code) : Framework.PLAIN;
        Map<String, Object> job = Tree.of("apiVersion", "trainer.kubeflow.org/v1alpha1", "kind", "TrainJob");
        job.put("metadata", Tree.of("name", jobName(name)));
        job.put(
                "spec",
                Tree.of(
                        "runtimeRef",
                        Tree.of("name", framework.runtime),
                        "trainer",
                        Tree.of("command", List.of(python ? framework.starter : "bash", name))));
        return YamlWriter.stream(List.of(job));
    }

    private static String jobName(String file) {
        String name = file.substring(0, file.lastIndexOf('.'))
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-");
        String cut = name.substring(0, Math.min(MAX_NAME_LENGTH, name.length())).replaceAll("^[-0-9]+|-+$", "");
        return cut.isEmpty() ? "train" : cut;
    }
}
