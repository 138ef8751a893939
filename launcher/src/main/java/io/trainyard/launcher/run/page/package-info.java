/** The web page of a local run. Start with {@link io.trainyard.launcher.run.page.RunPage}. */
@NullMarked
package io.trainyard.launcher.run.page;

import org.jspecify.annotations.NullMarked;
