/**
 * Where the programs of the control plane come from: a folder that the user names, or a cache that is
 * filled once by building Go modules. Read {@link io.trainyard.testcluster.programs.ProgramFinder} first.
 * Must not import the other packages of this module.
 */
@NullMarked
package io.trainyard.testcluster.programs;

import org.jspecify.annotations.NullMarked;
