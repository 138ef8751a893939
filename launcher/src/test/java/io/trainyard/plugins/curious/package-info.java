/** A plugin that does what no plugin may do, for the tests of the rules. */
@NullMarked
package io.trainyard.plugins.curious;

import org.jspecify.annotations.NullMarked;
