/**
 * Golden cases: one YAML file a case says what there is and what is expected. For plugins that schedule gangs start with {@link
 * io.trainyard.tck.golden.GoldenCase}, for those of frameworks with {@link io.trainyard.tck.golden.FrameworkCase}.
 */
@NullMarked
package io.trainyard.tck.golden;

import org.jspecify.annotations.NullMarked;
