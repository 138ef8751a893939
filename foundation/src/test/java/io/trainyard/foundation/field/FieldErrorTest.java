package io.trainyard.foundation.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class FieldErrorTest {

    @ParameterizedTest
    @MethodSource("lines")
    void readsAsKubernetesUsersKnowIt(FieldError error, String line) {
        assertThat(error).hasToString(line);
    }

    @ParameterizedTest
    @EnumSource
    void kindIsFoundByItsReason(FieldError.Kind kind) {
        assertThat(FieldError.Kind.ofReason(kind.reason())).contains(kind);
    }

    @Test
    void noReasonIsNoKind() {
        assertThat(FieldError.Kind.ofReason(null)).isEmpty();
        assertThat(FieldError.Kind.ofReason("Invalid value")).isEmpty();
    }

    static Stream<Arguments> lines() {
        return Stream.of(
                Arguments.of(
                        FieldError.invalid("spec.trainer.numNodes", -1, "must be zero or more"),
                        "spec.trainer.numNodes: Invalid value: -1: must be zero or more"),
                Arguments.of(
                        FieldError.invalid("spec.trainer.numProcPerNode", "many", "must be a number"),
                        "spec.trainer.numProcPerNode: Invalid value: \"many\": must be a number"),
                Arguments.of(
                        FieldError.invalid("spec.trainer.env", null, "must not set A"),
                        "spec.trainer.env: Invalid value: must not set A"),
                Arguments.of(
                        FieldError.required("spec.runtimeRef", "names the runtime"),
                        "spec.runtimeRef: Required value: names the runtime"),
                Arguments.of(
                        FieldError.forbidden("spec.trainer.env[0]", "is set by the plugin"),
                        "spec.trainer.env[0]: Forbidden: is set by the plugin"),
                Arguments.of(
                        FieldError.notSupported("spec.runtimeRef", "x", ""),
                        "spec.runtimeRef: Unsupported value: \"x\""),
                Arguments.of(new FieldError("a", FieldError.Kind.DUPLICATE, "b", ""), "a: Duplicate value: \"b\""),
                Arguments.of(new FieldError("a", FieldError.Kind.TOO_LONG, null, "m"), "a: Too long: m"),
                Arguments.of(new FieldError("a", FieldError.Kind.INTERNAL, null, "m"), "a: Internal error: m"));
    }
}
