/** Commands for administrators who install Trainyard: {@code crds}, {@code rbac}, {@code install-runtimes}. */
@NullMarked
package io.trainyard.launcher.cli.install;

import org.jspecify.annotations.NullMarked;
