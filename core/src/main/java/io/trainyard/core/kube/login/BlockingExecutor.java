package io.trainyard.core.kube.login;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;

/** Runs something that blocks on a thread that may. */
@FunctionalInterface
public interface BlockingExecutor {
    <T> CompletionStage<T> run(Callable<T> task);
}
