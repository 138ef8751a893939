/** The dashboard of the operator, on a real control plane. */
package io.trainyard.launcher.dashboard;
