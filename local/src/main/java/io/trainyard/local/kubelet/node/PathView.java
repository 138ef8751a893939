package io.trainyard.local.kubelet.node;

import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.local.kubelet.process.LinuxNamespaces;
import io.trainyard.local.kubelet.process.ProcessView;
import io.trainyard.local.kubelet.process.StartException;
import java.io.IOException;

/**
 * How pods see their paths, and each other, on this machine.
 *
 * @param problem why they have no namespaces; empty when they have, or when they are containers of an engine
 */
record PathView(ProcessView view, String problem) {
    /**
     * Tries what the options ask for. Blocks.
     *
     * @param searchPath folders with programs, as in the variable PATH
     */
    static PathView choose(KubeletOptions options, String searchPath) throws IOException {
        if (options.programs().executor().usesImages()) {
            return new PathView(ProcessView.HOST, "");
        }
        if (!options.namespaces()) {
            return new PathView(ProcessView.HOST, "they have no namespaces");
        }
        try {
            return new PathView(LinuxNamespaces.open(options.folders().run(), searchPath), "");
        } catch (StartException refused) {
            return new PathView(ProcessView.HOST, String.valueOf(refused.getMessage()));
        }
    }
}
