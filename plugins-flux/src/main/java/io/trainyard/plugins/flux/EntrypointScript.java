package io.trainyard.plugins.flux;

/** What the container that trains runs: the broker, and on the first pod the program, which stands in the arguments of the script. Pure. */
final class EntrypointScript {
    private static final String BODY =
            """
            flux=/mnt/flux
            config=$flux/config
            # The image's own programs come first.
            export PATH="$PATH:$flux/view/bin"
            # Programs of the view look for each other where they were built to lie.
            cp -R "$flux/software/." /opt/software/
            for packages in "$flux"/view/lib/python3*/site-packages; do
              export PYTHONPATH="${PYTHONPATH:+$PYTHONPATH:}$packages"
            done
            export FLUX_RC_EXTRA="$flux/view/etc/flux/rc1.d"

            # For people who look into the pod.
            cat >"$flux/load-fluxion.sh" <<'FLUXION'
            #!/bin/bash
            flux module remove sched-simple
            flux module load sched-fluxion-resource
            flux module load sched-fluxion-qmanager
            FLUXION
            cat >"$flux/flux-view.sh" <<VIEW
            export PATH="\\$PATH:$flux/view/bin"
            export PYTHONPATH="$PYTHONPATH"
            export LD_LIBRARY_PATH="\\${LD_LIBRARY_PATH:+\\$LD_LIBRARY_PATH:}$flux/view/lib"
            export fluxsocket=local://$config/run/flux/local
            VIEW
            chmod +x "$flux/load-fluxion.sh"

            certificate="$config/etc/curve/curve.cert"
            cp /curve/curve.cert "$certificate"
            chmod go-r "$certificate"
            chown "$(id -u)" "$certificate"
            flux R encode --hosts="$hosts" --cores="$cores" "${gpus[@]}" >"$config/etc/flux/system/R"

            settings="$config/etc/flux/config"
            options=("-Scron.directory=$config/etc/flux/system/cron.d" -Stbon.fanout=256
              "-Srundir=$config/run/flux" "-Sstatedir=$config/var/lib/flux"
              "-Slocal-uri=local://$config/run/flux/local" -Slog-stderr-level=0 -Slog-stderr-mode=local)

            # The others follow the first pod, which may be known later than they are, and end with it.
            if [ "$HOSTNAME" != "$leader" ]; then
              until flux start -o --config "$settings" "${options[@]}"; do
                sleep 15
              done
              exit 0
            fi
            # Without a program this is a cluster for people to work with.
            if [ "$#" -eq 0 ]; then
              exec flux broker --config-path "$settings" "${options[@]}"
            fi
            exec flux start -o --config "$settings" "${options[@]}" flux run "${flags[@]}" "$@"
            """;

    private EntrypointScript() {}

    static String of(FluxJob job) {
        int gpus = job.gpus();
        return """
                #!/bin/bash
                # Starts the Flux broker of this pod, and on the first pod the program, which stands in the arguments.
                leader='%s'
                hosts='%s'
                cores='%s'
                gpus=(%s)
                flags=(%s)
                set -eo pipefail
                """
                        .formatted(
                                job.leader(),
                                job.hosts(),
                                FluxJob.range(job.tasksPerNode()),
                                gpus == 0 ? "" : "--gpus=" + FluxJob.range(gpus),
                                flags(job, gpus))
                + BODY;
    }

    /** Flux counts GPUs by task. Where they do not come out even, each node is given as a whole. */
    private static String flags(FluxJob job, int gpus) {
        String shape = "-N " + job.nodes() + " -n " + (long) job.nodes() * job.tasksPerNode();
        if (gpus == 0) {
            return shape;
        }
        return gpus % job.tasksPerNode() == 0 ? shape + " -g " + gpus / job.tasksPerNode() : shape + " --exclusive";
    }
}
