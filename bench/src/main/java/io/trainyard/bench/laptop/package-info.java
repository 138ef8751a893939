/** What a local run costs before the program's own first line. Start with {@link io.trainyard.bench.laptop.FirstLine}. */
@NullMarked
package io.trainyard.bench.laptop;

import org.jspecify.annotations.NullMarked;
