/** What programs write for TensorBoard: {@link io.trainyard.launcher.run.tensorboard.TensorBoardWatch} looks for it while a run goes on. */
@NullMarked
package io.trainyard.launcher.run.tensorboard;

import org.jspecify.annotations.NullMarked;
