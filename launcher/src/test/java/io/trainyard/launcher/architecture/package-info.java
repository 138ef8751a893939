/** Rules for the code of all modules, checked here because this module sees all of them. Start with {@code ModuleRulesTest}. */
@NullMarked
package io.trainyard.launcher.architecture;

import org.jspecify.annotations.NullMarked;
