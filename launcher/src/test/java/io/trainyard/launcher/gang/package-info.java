/** Gang schedulers' plugins in the finished program, on a real control plane. Start with {@link io.trainyard.launcher.gang.GangPluginsIT}. */
@NullMarked
package io.trainyard.launcher.gang;

import org.jspecify.annotations.NullMarked;
