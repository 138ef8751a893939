/** Hours of the built controller under load, with its leader killed now and then. Start with {@link io.trainyard.bench.soak.Soak}. */
@NullMarked
package io.trainyard.bench.soak;

import org.jspecify.annotations.NullMarked;
