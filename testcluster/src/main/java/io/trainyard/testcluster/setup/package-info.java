/**
 * What the components of a control plane are told: command lines, certificates, configuration files, first objects. Read {@link io.trainyard.testcluster.setup.CommandLines} first. Everything here is a value or writes a
 * few files; nothing starts a component. Must not import {@code io.trainyard.testcluster}.
 */
@NullMarked
package io.trainyard.testcluster.setup;

import org.jspecify.annotations.NullMarked;
