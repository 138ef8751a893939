/** The commands that start and stop the service of a folder: a cluster on this machine that stays. */
@NullMarked
package io.trainyard.launcher.cli.service;

import org.jspecify.annotations.NullMarked;
