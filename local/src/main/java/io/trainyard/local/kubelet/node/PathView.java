package io.trainyard.local.kubelet.node;

import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.local.kubelet.options.NetworkMode;
import io.trainyard.local.kubelet.options.PathMode;
import io.trainyard.local.kubelet.process.LinuxNamespaces;
import io.trainyard.local.kubelet.process.ProcessView;
import io.trainyard.local.kubelet.process.StartException;
import java.io.IOException;

/**
 * How programs see their paths on this machine.
 *
 * @param mode never {@link PathMode#AUTO}
 * @param problem why it is not the better mode; empty when it is, or when the user has chosen
 */
record PathView(ProcessView view, PathMode mode, String problem) {
    /**
     * Tries what the options ask for. Blocks.
     *
     * @param searchPath folders with programs, as in the variable PATH
     * @throws StartException when the machine does not allow what the user has chosen
     */
    static PathView choose(KubeletOptions options, String searchPath) throws IOException {
        if (options.programs().executor().usesImages()) {
            return new PathView(ProcessView.HOST, PathMode.REWRITE, "");
        }
        boolean names = options.network() == NetworkMode.USERNS;
        if (options.paths() == PathMode.REWRITE && !names) {
            return new PathView(ProcessView.HOST, PathMode.REWRITE, "");
        }
        try {
            ProcessView view = LinuxNamespaces.open(options.folders().run(), searchPath, names);
            return new PathView(view, PathMode.NAMESPACE, "");
        } catch (StartException refused) {
            if (names) {
                throw new StartException("--network userns: " + refused.getMessage() + "; use --network rewrite");
            }
            if (options.paths() == PathMode.NAMESPACE) {
                throw new StartException("--paths namespace: " + refused.getMessage() + "; use --paths rewrite");
            }
            return new PathView(ProcessView.HOST, PathMode.REWRITE, String.valueOf(refused.getMessage()));
        }
    }
}
