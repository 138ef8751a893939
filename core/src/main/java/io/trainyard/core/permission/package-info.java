/**
 * What the controller must be allowed to do. {@link io.trainyard.core.permission.ControllerPermissions} is the one place where that is declared;
 * roles are generated from it and from what plugins declare.
 */
@NullMarked
package io.trainyard.core.permission;

import org.jspecify.annotations.NullMarked;
