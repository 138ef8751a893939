package io.trainyard.launcher.judgement;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.validation.NewObjectValidator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code render} and {@code run --dry-run} say without any API server, against what a real one said ({@link RealVerdictsIT}). */
@DisplayName(
        "LOCAL-124: render refuses by the definitions what an API server refuses by them, each mistake in its words")
final class RenderVerdictsTest {
    private static final Map<String, Verdict> RECORDED = Verdict.recorded();
    private static final int MALFORMED = 400;
    private static final int INVALID = 422;

    private final NewObjectValidator validator = new NewObjectValidator();

    /** A terminal gets the beginning of longer values. */
    private static final int MAX_SHOWN = 200;

    /** Fields that no definition has are found when files are read. */
    static List<Input> inputs() {
        return Input.all().stream()
                .filter(input -> RECORDED.get(input.name()).code() != MALFORMED)
                .filter(input -> Tree.text(input.object(), "metadata", "name").length() < MAX_SHOWN)
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("inputs")
    void theDefinitionsSayTheSame(Input input) {
        Verdict real = RECORDED.get(input.name());
        List<FieldError> errors = validator.errors(input.object());

        if (real.code() != INVALID) {
            assertThat(errors).isEmpty();
            return;
        }
        List<String> texts =
                errors.stream().map(FieldError::toString).distinct().toList();
        String list = texts.size() == 1 ? texts.get(0) : texts.stream().collect(Collectors.joining(", ", "[", "]"));
        assertThat(Tree.text(input.object(), "kind") + ".trainer.kubeflow.org \""
                        + Tree.text(input.object(), "metadata", "name") + "\" is invalid: " + list)
                .isEqualTo(real.message());
    }
}
