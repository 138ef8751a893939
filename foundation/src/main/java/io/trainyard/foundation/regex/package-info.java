/**
 * Regular expressions that somebody else wrote. Start with {@link io.trainyard.foundation.regex.LinearPattern}. Our own ones, which are constants, are
 * those of the JDK. Not for plugins.
 */
@NullMarked
package io.trainyard.foundation.regex;

import org.jspecify.annotations.NullMarked;
