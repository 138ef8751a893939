/**
 * The API types of {@code io.trainyard.spi.model} as the client writes and reads them. The tests are here and not beside the types, because
 * {@code spi} must not see the client.
 */
package io.trainyard.core.model;
