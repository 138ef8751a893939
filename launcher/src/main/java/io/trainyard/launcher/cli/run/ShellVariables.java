package io.trainyard.launcher.cli.run;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which variables of the user's shell go to pods of a run beside the usual ones. Pure. */
final class ShellVariables {
    /** What frameworks, experiment trackers and hubs read. */
    private static final Pattern OF_TOOLS = Pattern.compile(
            "(?:WANDB|HF|HUGGINGFACE|HUGGING_FACE|MLFLOW|COMET|NEPTUNE|CLEARML|AIM|SWANLAB|TENSORBOARD"
                    + "|TORCH|TORCHINDUCTOR|PYTORCH|TRITON|TRANSFORMERS|DATASETS|TOKENIZERS|DIFFUSERS|ACCELERATE|DEEPSPEED|DS|JAX|XLA|TF|KERAS|KMP|OMP|MKL"
                    + "|OPENBLAS|NUMEXPR|NCCL|GLOO|UCX|CUDNN|CUBLAS|PYTHON\\w*|HYDRA|LIGHTNING|PL|RAY|VLLM|TQDM|CUDA_LAUNCH_BLOCKING|CUDA_DEVICE_ORDER"
                    + "|CURL_CA_BUNDLE|AWS_CA_BUNDLE|GRPC_DEFAULT_SSL_ROOTS_FILE_PATH|NLTK|KAGGLE|OMPI|DATA_DIR)(?:_\\w+)?");

    private ShellVariables() {}

    /** Names of those that are passed on. */
    static Set<String> passed(Map<String, String> shell) {
        return shell.keySet().stream()
                .filter(name -> OF_TOOLS.matcher(name).matches())
                .collect(Collectors.toSet());
    }
}
