/** What we ship of others: which libraries, under which licences, and which of their versions are known to be dangerous. */
@NullMarked
package io.trainyard.launcher.supply;

import org.jspecify.annotations.NullMarked;
