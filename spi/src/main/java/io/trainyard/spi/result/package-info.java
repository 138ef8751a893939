/**
 * What a plugin answers: values, never side effects. Start with {@link io.trainyard.spi.result.Validation}.
 */
@NullMarked
package io.trainyard.spi.result;

import org.jspecify.annotations.NullMarked;
