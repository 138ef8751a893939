package io.trainyard.core.report.http;

import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.spi.model.ResourceKey;

/**
 * Every program of this machine may report, without a token; no page in a browser may, neither of another site nor through a name that somebody made point
 * here.
 */
public final class LoopbackAccess implements ReportAccess {
    private static final LinearPattern HERE =
            LinearPattern.of("(localhost|127(\\.[0-9]{1,3}){3}|\\[::1])(:[0-9]{1,5})?");

    @Override
    public Uni<Decision> decide(ResourceKey trainJob, Sender sender) {
        boolean local =
                sender.origin().isEmpty() && sender.host().filter(HERE::matches).isPresent();
        return Uni.createFrom().item(local ? Decision.allowed("", "") : Decision.FORBIDDEN);
    }
}
