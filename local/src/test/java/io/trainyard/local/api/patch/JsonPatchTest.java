package io.trainyard.local.api.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.patch.PatchException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** LOCAL-40: JSON patches, in the cases in which libraries differ from the API server. */
class JsonPatchTest {
    private static final Map<String, Object> OBJECT = object();

    private static Map<String, Object> object() {
        Map<String, Object> spec = new HashMap<>(Map.of("number", 1L, "list", List.of(1L, 2L)));
        spec.put("unset", null);
        return Map.of("spec", spec);
    }

    private static Map<String, Object> operation(String name, String path) {
        return Map.of("op", name, "path", path, "value", 3L, "from", path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/spec/absent", "/absent/deep", "/spec/list/-", "/spec/list/2", "/spec/list/9", "/spec/list/x"})
    @DisplayName("LOCAL-40: what is not there is neither removed nor replaced nor moved nor copied")
    void whatIsNotThere(String path) {
        for (String name : List.of("remove", "replace", "move", "copy")) {
            assertThatExceptionOfType(PatchException.class)
                    .as(name)
                    .isThrownBy(() -> JsonPatch.apply(OBJECT, List.of(operation(name, path))));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/spec/list/- | [1,2,3]",
                "/spec/list/2 | [1,2,3]",
                "/spec/list/0 | [3,1,2]",
                "/spec/list/1 | [1,3,2]"
            })
    @DisplayName("LOCAL-40: items are added at an index or at the end")
    void items(String path, String list) {
        Map<String, Object> patched = JsonPatch.apply(OBJECT, List.of(operation("add", path)));
        assertThat(Json.text(((Map<?, ?>) patched.get("spec")).get("list"))).isEqualTo(list);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/spec/list/3", "/spec/list/4", "/spec/list/-1", "/spec/list/x", "/absent/deep", "no-slash"})
    @DisplayName("LOCAL-40: nothing is added behind the end of a list or below what is not there")
    void nowhere(String path) {
        assertThatExceptionOfType(PatchException.class)
                .isThrownBy(() -> JsonPatch.apply(OBJECT, List.of(operation("add", path))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/spec/absent", "/absent/deep", "/spec/unset"})
    @DisplayName("LOCAL-40: a test for null passes where the field is null or not there")
    void isUnset(String path) {
        Map<String, Object> test = new HashMap<>(operation("test", path));
        test.put("value", null);
        assertThat(JsonPatch.apply(OBJECT, List.of(test))).isEqualTo(OBJECT);
    }

    @Test
    @DisplayName("LOCAL-40: a failed test leaves nothing done")
    void failedTest() {
        List<?> operations = List.of(operation("add", "/spec/new"), operation("test", "/spec/number"));
        assertThatExceptionOfType(PatchException.class)
                .isThrownBy(() -> JsonPatch.apply(OBJECT, operations))
                .withMessageContaining("testing path /spec/number failed");
        assertThat(OBJECT).isEqualTo(object());
    }
}
