package io.trainyard.launcher.cli.run;

import io.trainyard.local.kubelet.environment.HostVariables;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which variables of the user's shell go to programs of a run beside the usual ones, and which do not. Pure. */
final class ShellVariables {
    /** What frameworks, experiment trackers and hubs read. */
    private static final Pattern OF_TOOLS = Pattern.compile(
            "(?:WANDB|HF|HUGGINGFACE|HUGGING_FACE|MLFLOW|COMET|NEPTUNE|CLEARML|AIM|SWANLAB|TENSORBOARD"
                    + "|TORCH|TORCHINDUCTOR|PYTORCH|TRITON|TRANSFORMERS|DATASETS|TOKENIZERS|DIFFUSERS|ACCELERATE|DEEPSPEED|DS|JAX|XLA|TF|KERAS|KMP|OMP|MKL"
                    + "|OPENBLAS|NUMEXPR|NCCL|GLOO|UCX|CUDNN|CUBLAS|PYTHON\\w*|HYDRA|LIGHTNING|PL|RAY|VLLM|TQDM|CUDA_LAUNCH_BLOCKING|CUDA_DEVICE_ORDER"
                    + "|CURL_CA_BUNDLE|AWS_CA_BUNDLE|GRPC_DEFAULT_SSL_ROOTS_FILE_PATH|NLTK|KAGGLE|OMPI|DATA_DIR)(?:_\\w+)?");

    /** What shells and desktops set for themselves. */
    private static final Pattern OF_THE_SHELL = Pattern.compile(
            "_|PWD|OLDPWD|SHLVL|HOSTNAME|HOST|COLUMNS|LINES|LS_COLORS|LESS\\w*|PAGER|EDITOR|VISUAL|MAIL"
                    + "|PS\\d|PROMPT\\w*|DISPLAY|WAYLAND_DISPLAY|COLORTERM|TERM_\\w+|WINDOWID|DESKTOP_SESSION|SESSION_\\w+|GDM\\w*|GNOME_\\w+|GTK_\\w+|QT_\\w+"
                    + "|SSH_\\w+|GPG_\\w+|DBUS_\\w+|VSCODE_\\w+|TMUX\\w*|STY|ITERM_\\w+|WSL\\w*|JAVA_\\w+|JDK_\\w+|MAVEN_\\w+|DEBIAN_FRONTEND"
                    + "|JPY_\\w+|MPLBACKEND|CLICOLOR\\w*|FORCE_COLOR|GIT_PAGER|PYDEVD_\\w+|KERNEL_\\w+|COLAB_\\w+|HIST\\w+|ZSH\\w*|BASH\\w*|FPATH|MANPATH|INFOPATH|NVM_\\w+|PYENV_\\w+|TRAINYARD_\\w+");

    private static final Pattern NO_NAME = Pattern.compile("\\W+");
    private static final int MAX_NAMES = 8;
    private static final String ALL = "all";

    private ShellVariables() {}

    /**
     * Names of those that are passed on.
     *
     * @param shell all variables
     * @param wanted names that the user has given; {@code all} for all
     */
    static Set<String> passed(Map<String, String> shell, Set<String> wanted) {
        Set<String> passed = new TreeSet<>(wanted);
        shell.keySet().stream().filter(name -> OF_TOOLS.matcher(name).matches()).forEach(passed::add);
        return passed;
    }

    /**
     * One line about those that programs do not get although somebody may have set them for them; empty when there are none.
     *
     * @param code of the programs, as far as it is known: what it names comes first
     */
    static Optional<String> heldBack(Map<String, String> shell, Set<String> passed, String code) {
        Set<String> words = NO_NAME.splitAsStream(code).collect(Collectors.toSet());
        List<String> held = HostVariables.heldBack(shell, passed).stream()
                .filter(name -> !OF_THE_SHELL.matcher(name).matches())
                .sorted(Comparator.<String, Boolean>comparing(name -> !words.contains(name))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        if (passed.contains(ALL) || held.isEmpty()) {
            return Optional.empty();
        }
        String names = held.stream().limit(MAX_NAMES).collect(Collectors.joining(", "));
        String more = held.size() > MAX_NAMES ? " and " + (held.size() - MAX_NAMES) + " more" : "";
        return Optional.of("note: programs do not get these variables of your shell: " + names + more
                + "; --inherit-env NAME passes one on, --env-all all");
    }
}
