/** Every manifest in the documents that users come with. Start with {@link io.trainyard.launcher.seeds.SeedManifestsTest}. */
@NullMarked
package io.trainyard.launcher.seeds;

import org.jspecify.annotations.NullMarked;
