package io.trainyard.local.scenario;

/** The scenarios of Jobs on a real control plane. */
final class RealJobsIT extends RealScenarios implements JobScenarios {}
