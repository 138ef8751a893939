/**
 * PyTorch started by torchrun: node and process counts, torchrun's variables, its port, and the checks that tell a user early what would
 * not run. Read {@link io.trainyard.plugins.torch.TorchPlugin} first. Sees only {@code io.trainyard.spi} and what that brings.
 */
@NullMarked
package io.trainyard.plugins.torch;

import org.jspecify.annotations.NullMarked;
