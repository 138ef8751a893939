/** A client for commands that ask an API server something and end. */
@NullMarked
package io.trainyard.launcher.client;

import org.jspecify.annotations.NullMarked;
