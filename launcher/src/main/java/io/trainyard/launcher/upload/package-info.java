/** Brings code of any size onto a volume claim, for the command {@code submit}. Start with {@link io.trainyard.launcher.upload.ClaimUploader}. */
@NullMarked
package io.trainyard.launcher.upload;

import org.jspecify.annotations.NullMarked;
