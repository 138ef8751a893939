/**
 * Fine-tuning with TorchTune: what {@code tune run} gets when a TrainJob leaves the choice to us. Pure; knows nothing of pods. Start with {@link
 * io.trainyard.plugins.torch.tune.TuneJob}.
 */
@NullMarked
package io.trainyard.plugins.torch.tune;

import org.jspecify.annotations.NullMarked;
