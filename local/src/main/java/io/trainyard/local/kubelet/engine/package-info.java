/**
 * Containers of Docker or Podman, by way of their command line. {@link io.trainyard.local.kubelet.engine.EngineCommands} says purely
 * which commands there are, {@link io.trainyard.local.kubelet.engine.EngineExecutor} runs them.
 */
@NullMarked
package io.trainyard.local.kubelet.engine;

import org.jspecify.annotations.NullMarked;
