package io.trainyard.plugins.flux;

/** What the installer runs before the program: it brings Flux and the broker's configuration into the pod. Pure. */
final class InstallerScript {
    private static final int PORT = 8050;

    private InstallerScript() {}

    static String of(FluxJob job, FluxConfiguration configuration) {
        return """
                #!/bin/bash
                # Brings Flux and its configuration to where the container that trains finds them.
                set -euo pipefail
                export PATH="/opt/view/bin:$PATH"
                config=%s
                mkdir -p "$config/etc/flux/system/cron.d" "$config/etc/flux/config" "$config/etc/curve" \\
                  "$config/var/lib/flux" "$config/run/flux" %s
                cat >"$config/etc/flux/system/hostlist" <<'HOSTLIST'
                %s
                HOSTLIST
                cat >"$config/etc/flux/config/broker.toml" <<'BROKER'
                %sBROKER
                for view in /opt/views/._view/*; do
                  cp -R "$view/." %s/
                done
                cp -R %s %s/
                touch %s/flux-operator-done.txt
                """
                .formatted(
                        FluxPaths.CONFIGURATION,
                        FluxPaths.VIEW,
                        job.hosts(),
                        broker(job, configuration),
                        FluxPaths.VIEW,
                        FluxPaths.SOFTWARE,
                        FluxPaths.ROOT,
                        FluxPaths.ROOT);
    }

    /** The configuration of a broker. What begins with a percent sign is filled in by Flux: host and port. */
    private static String broker(FluxJob job, FluxConfiguration configuration) {
        String domain = job.podSet().subdomain() + "." + job.namespace() + ".svc." + configuration.clusterDomain();
        return """
                [access]
                allow-guest-user = true
                allow-root-owner = true

                [resource]
                path = "%1$s/etc/flux/system/R"

                [bootstrap]
                curve_cert = "%1$s/etc/curve/%2$s"
                default_port = %3$d
                default_bind = "tcp://%4$s:%%p"
                default_connect = "tcp://%%h.%5$s:%%p"
                hosts = [
                  { host = "%6$s" },
                ]

                [archive]
                dbpath = "%1$s/var/lib/flux/job-archive.sqlite"
                period = "1m"
                busytimeout = "50s"

                [sched-fluxion-qmanager]
                queue-policy = "%7$s"
                """
                .formatted(
                        FluxPaths.CONFIGURATION,
                        CurveCertificate.FILE,
                        PORT,
                        job.settings().networkDevice(),
                        domain,
                        job.hosts(),
                        job.settings().queuePolicy());
    }
}
