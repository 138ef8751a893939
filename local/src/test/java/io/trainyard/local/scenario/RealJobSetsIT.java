package io.trainyard.local.scenario;

/** The scenarios of JobSets on a real control plane. */
final class RealJobSetsIT extends RealScenarios implements JobSetScenarios, JobSetAdmissionScenarios {}
