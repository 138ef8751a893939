package io.trainyard.testcluster.setup;

import java.nio.file.Path;

/** The configuration of a scheduler with the coscheduling plugin. */
public final class CoschedulingConfiguration {
    private CoschedulingConfiguration() {}

    /**
     * One profile, for pods that name it.
     *
     * @param schedulerName the name
     * @param kubeconfig whose rights it has
     */
    public static String yaml(String schedulerName, Path kubeconfig) {
        return """
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                leaderElection: {leaderElect: false}
                clientConnection: {kubeconfig: '%s', qps: 1000, burst: 2000}
                podInitialBackoffSeconds: 1
                podMaxBackoffSeconds: 2
                profiles:
                  - schedulerName: %s
                    plugins:
                      multiPoint: {enabled: [{name: Coscheduling}]}
                      queueSort: {enabled: [{name: Coscheduling}], disabled: [{name: '*'}]}
                    pluginConfig:
                      - {name: Coscheduling, args: {permitWaitingTimeSeconds: 10, podGroupBackoffSeconds: 0}}
                """
                .formatted(kubeconfig, schedulerName);
    }
}
