@NullMarked
package io.trainyard.launcher.cli.service;

import org.jspecify.annotations.NullMarked;
