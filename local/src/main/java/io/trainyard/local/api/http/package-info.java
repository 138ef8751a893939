/**
 * HTTP in front of the kernel: paths, media types, both transports of a watch. Start with
 * {@link io.trainyard.local.api.http.HttpShell}. Decides nothing about objects.
 */
@NullMarked
package io.trainyard.local.api.http;

import org.jspecify.annotations.NullMarked;
