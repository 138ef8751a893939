/**
 * XGBoost with its collective: node and worker counts, the variables that lead workers to their tracker, its port, and the checks that tell a user early
 * what would not run. Read {@link io.trainyard.plugins.xgboost.XgboostPlugin} first. Sees only {@code io.trainyard.spi} and what that brings.
 */
@NullMarked
package io.trainyard.plugins.xgboost;

import org.jspecify.annotations.NullMarked;
