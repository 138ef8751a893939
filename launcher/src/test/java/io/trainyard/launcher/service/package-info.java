/** Tests of the lasting service of a folder. */
@NullMarked
package io.trainyard.launcher.service;

import org.jspecify.annotations.NullMarked;
