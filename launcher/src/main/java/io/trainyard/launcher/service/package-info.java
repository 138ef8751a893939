/** The service of a folder, from its start to its end. Start with {@link io.trainyard.launcher.service.LocalServiceProcess}. */
@NullMarked
package io.trainyard.launcher.service;

import org.jspecify.annotations.NullMarked;
