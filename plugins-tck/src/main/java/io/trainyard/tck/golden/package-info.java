/**
 * Golden cases for plugins that schedule gangs: one YAML file a case says what there is and what is expected. Start with {@link
 * io.trainyard.tck.golden.GoldenCase}.
 */
@NullMarked
package io.trainyard.tck.golden;

import org.jspecify.annotations.NullMarked;
