package io.trainyard.foundation.time;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks code that makes its thread wait, on purpose: start, end, and commands without event loop. Never call it on an event loop. Everywhere
 * else in the core waiting is forbidden, and a test looks for it.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Blocking {
    /** Why it may wait, and which threads call it. */
    String value();
}
