/**
 * Regular expressions that somebody else wrote, and our own where somebody else wrote the text. Start with
 * {@link io.trainyard.foundation.regex.LinearPattern}. Those of the JDK are for texts of the user himself. Not for plugins.
 */
@NullMarked
package io.trainyard.foundation.regex;

import org.jspecify.annotations.NullMarked;
