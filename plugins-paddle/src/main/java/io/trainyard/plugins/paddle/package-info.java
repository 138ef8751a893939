/**
 * PaddlePaddle: nodes that its launcher joins to one training, collective or with parameter servers. Read
 * {@link io.trainyard.plugins.paddle.PaddlePlugin} first. Sees only {@code io.trainyard.spi} and what that brings.
 */
@NullMarked
package io.trainyard.plugins.paddle;

import org.jspecify.annotations.NullMarked;
