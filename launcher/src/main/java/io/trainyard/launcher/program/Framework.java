package io.trainyard.launcher.program;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a program trains with: the runtime that serves it, and how its script is started. The first whose modules are imported counts. */
public enum Framework {
    /** Its programs are started by mpirun whatever else they import. */
    HOROVOD("mpi-distributed", Start.MPI, "horovod"),
    /** What stands on PyTorch counts, too: torchrun starts it. */
    TORCH(
            "torch-distributed",
            Start.TORCHRUN,
            "torch",
            "torchvision",
            "torchaudio",
            "lightning",
            "pytorch_lightning",
            "transformers",
            "accelerate",
            "trl",
            "peft",
            "deepspeed",
            "sentence_transformers"),
    JAX("jax-distributed", Start.PYTHON, "jax", "flax", "orbax", "haiku", "equinox"),
    PADDLE("paddle-distributed", Start.PADDLE, "paddle"),
    TENSORFLOW("tensorflow-distributed", Start.PYTHON, "tensorflow", "keras"),
    MLX("mlx-distributed", Start.MPI, "mlx"),
    MPI("mpi-distributed", Start.MPI, "mpi4py"),
    XGBOOST("xgboost-distributed", Start.PYTHON, "xgboost"),
    /** Its own launcher needs hosts that it can log into; with this runtime mpirun does that. */
    DEEPSPEED("deepspeed-distributed", Start.MPI),
    PLAIN("plain-distributed", Start.PYTHON);

    /** What starts a script. */
    enum Start {
        PYTHON,
        TORCHRUN,
        MPI,
        PADDLE
    }

    private final String runtime;
    private final Start start;
    private final List<String> modules;

    Framework(String runtime, Start start, String... modules) {
        this.runtime = runtime;
        this.start = start;
        this.modules = List.of(modules);
    }

    /** Name of the runtime that comes with Trainyard. */
    public String runtime() {
        return runtime;
    }

    Start start() {
        return start;
    }

    /** What users call it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The framework that users call so. */
    public static Optional<Framework> named(String text) {
        return Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
    }

    /** All names, for messages. */
    public static List<String> names() {
        return Arrays.stream(values()).map(Framework::text).toList();
    }

    /** The modules that tell of a framework, those that count first before the others. */
    public static List<String> modules() {
        return Arrays.stream(values()).flatMap(each -> each.modules.stream()).toList();
    }

    /** That of a module. */
    static Optional<Framework> ofModule(String module) {
        return Arrays.stream(values())
                .filter(each -> each.modules.contains(module))
                .findFirst();
    }
}
