package io.trainyard.core.plain;

import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.component.WarningEvent;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.framework.CommandWarnings;
import io.trainyard.spi.framework.FrameworkPlugin;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The fallback for runtimes that select no framework: the node count of the TrainJob, nothing else. Variables of the user are
 * already in the view.
 */
public final class PlainPlugin implements EnforceMLPolicy, CustomValidation {
    /** No variable is ours here. */
    private static final Pattern NO_NAMES = Pattern.compile("(?!)");

    @Override
    public String name() {
        return "plainml";
    }

    @Override
    public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
        if (!isPlain(info)) {
            return;
        }
        @Nullable Integer nodes = info.trainer().numNodes();
        if (nodes != null) {
            info.trainerPodSet().ifPresent(podSet -> podSet.setCount(nodes));
        }
        LauncherWarnings.of(info)
                .forEach(text -> info.addWarning(new WarningEvent(FrameworkPlugin.LAUNCHER_MISMATCH, text)));
    }

    @Override
    public Uni<Validation> validate(Request request) {
        return Uni.createFrom()
                .item(() ->
                        isPlain(request.info()) ? new Validation(List.of(), warnings(request.info())) : Validation.OK);
    }

    private static List<String> warnings(RuntimeInfo info) {
        List<String> found = new ArrayList<>(LauncherWarnings.of(info));
        info.trainerContainer()
                .ifPresent(container -> found.addAll(CommandWarnings.of(info, container, NO_NAMES, List.of())));
        return found;
    }

    private static boolean isPlain(RuntimeInfo info) {
        @Nullable MLPolicy policy = info.policy().mlPolicy();
        return policy == null || !policy.hasFramework();
    }
}
