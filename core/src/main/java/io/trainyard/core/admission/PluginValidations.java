package io.trainyard.core.admission;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.plugin.PluginFailure;
import io.trainyard.core.plugin.TrustedValidation;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.InvalidTrainJobException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks every plugin, one after the other by name; one that fails does not keep the others from being asked. */
final class PluginValidations {
    private static final Logger LOG = LoggerFactory.getLogger(PluginValidations.class);

    private final List<CustomValidation> plugins;

    PluginValidations(Collection<CustomValidation> plugins) {
        this.plugins = plugins.stream()
                .sorted(Comparator.comparing(CustomValidation::name))
                .toList();
    }

    /**
     * The findings of all of them.
     *
     * @param shared for our own plugins
     * @param copies makes a request for each of the others, which shares nothing that could be changed
     */
    Uni<ValidationResult> ask(CustomValidation.Request shared, Supplier<CustomValidation.Request> copies) {
        Uni<ValidationResult> all = Uni.createFrom().item(ValidationResult.of(Validation.OK));
        for (CustomValidation plugin : plugins) {
            all = all.chain(before ->
                    ask(plugin, isTrusted(plugin) ? shared : copies.get()).map(before::and));
        }
        return all;
    }

    private static boolean isTrusted(CustomValidation plugin) {
        return plugin instanceof TrustedValidation known && known.isTrusted();
    }

    private static Uni<ValidationResult> ask(CustomValidation plugin, CustomValidation.Request request) {
        return Uni.createFrom()
                .deferred(() -> plugin.validate(request))
                .onItem()
                .ifNull()
                .failWith(() -> new IllegalStateException("plugin " + plugin.name() + " gave no findings"))
                .map(ValidationResult::of)
                .onFailure(InvalidTrainJobException.class)
                .recoverWithItem(invalid -> ValidationResult.of(
                        Validation.builder().error(InvalidFields.of(invalid)).build()))
                .onFailure()
                .recoverWithItem(failure -> {
                    PluginFailure told = PluginFailure.of(plugin, failure);
                    LOG.atError()
                            .setCause(told)
                            .addKeyValue("plugin", plugin.name())
                            .addKeyValue("trainJob", request.trainJob().toString())
                            .log("plugin failed validation");
                    return fault(String.valueOf(told.getMessage()));
                });
    }

    private static ValidationResult fault(String message) {
        return new ValidationResult(
                Validation.builder()
                        .error(new FieldError("spec.runtimeRef", FieldError.Kind.INTERNAL, null, message))
                        .build(),
                true);
    }
}
