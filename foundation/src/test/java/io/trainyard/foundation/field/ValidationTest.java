package io.trainyard.foundation.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ValidationTest {
    private static final FieldError FIRST = FieldError.invalid("a", 1, "x");
    private static final FieldError SECOND = FieldError.forbidden("b", "y");

    @Test
    void nothingFoundIsOk() {
        assertThat(Validation.builder().build()).isSameAs(Validation.OK);
        assertThat(Validation.OK.and(Validation.OK)).isSameAs(Validation.OK);
    }

    @Test
    void findingsKeepTheirOrder() {
        Validation first = Validation.builder().error(FIRST).warning("v").build();
        Validation second = Validation.builder().warning("w").error(SECOND).build();

        assertThat(first.and(second)).isEqualTo(new Validation(List.of(FIRST, SECOND), List.of("v", "w")));
    }

    @Test
    void aWarningAloneIsAFinding() {
        assertThat(Validation.builder().warning("w").build()).isNotEqualTo(Validation.OK);
    }

    @Test
    void laterChangesOfTheListsDoNotMatter() {
        List<FieldError> errors = new ArrayList<>(List.of(FIRST));
        Validation validation = new Validation(errors, List.of());
        errors.add(SECOND);

        assertThat(validation.errors()).containsExactly(FIRST);
    }
}
