/**
 * Regular expressions of users, and our own for texts of others. Start with
 * {@link io.trainyard.foundation.regex.LinearPattern}. Those of the JDK are for texts of the user himself. Not for plugins.
 */
@NullMarked
package io.trainyard.foundation.regex;

import org.jspecify.annotations.NullMarked;
