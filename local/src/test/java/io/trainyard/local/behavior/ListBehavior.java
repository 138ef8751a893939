package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.Resource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists: selectors, versions (LOCAL-21, LOCAL-27, LOCAL-31). */
interface ListBehavior extends BehaviorSuite {
    private void configMaps() {
        for (String labels : List.of("a: {x: '1', y: red}", "b: {x: '2', y: blue}", "c: {x: '3'}", "d: {}")) {
            String name = labels.substring(0, 1);
            api().create(
                            Resource.CONFIG_MAPS,
                            "{apiVersion: v1, kind: ConfigMap, metadata: {name: " + name + ", labels: "
                                    + labels.substring(3) + "}}");
        }
    }

    @ParameterizedTest
    @DisplayName("LOCAL-31: label selectors")
    @CsvSource(
            delimiter = '|',
            value = {
                "x=1 | a",
                "x==1 | a",
                "x!=1 | b,c,d",
                "x in (1,3) | a,c",
                "x notin (1,3) | b,d",
                "y | a,b",
                "!y | c,d",
                "x,!y | c",
                "x in (1,2),y=blue | b",
                "y in (red, blue) | a,b",
                "x>1 | b,c",
                "x<3 | a,b",
                "x=none | ''",
                "y= | ''"
            })
    default void labelsSelect(String selector, String names) {
        configMaps();
        assertThat(String.join(",", api().names(Resource.CONFIG_MAPS, ListOptions.labels(selector))))
                .isEqualTo(names);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x in 1", "=1", "x in (1", "a b", "x=a b", "x!!y", "-x=1"})
    default void malformedLabelSelectorsAreRefused(String selector) {
        ApiException failure = TestApi.failure(
                api().client().list(Resource.CONFIG_MAPS, api().namespace(), ListOptions.labels(selector)));
        assertThat(failure.code()).isEqualTo(400);
        assertThat(failure.reason()).isEqualTo("BadRequest");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "metadata.name=a | a",
                "metadata.name==a | a",
                "metadata.name!=a | b,c,d",
                "metadata.name!=a,metadata.name!=b | c,d",
                "metadata.namespace=elsewhere | ''"
            })
    default void fieldsSelect(String selector, String names) {
        configMaps();
        assertThat(String.join(",", api().names(Resource.CONFIG_MAPS, ListOptions.fields(selector))))
                .isEqualTo(names);
    }

    @Test
    default void customKindsDeclareTheFieldsThatSelect() {
        for (String size : List.of("small", "large")) {
            api().create(
                            WIDGETS,
                            "{apiVersion: behavior.trainyard.dev/v1, kind: Widget, metadata: {name: " + size
                                    + "}, spec: {size: " + size + "}}");
        }
        assertThat(api().names(WIDGETS, ListOptions.fields("spec.size=large"))).containsExactly("large");
        assertThat(TestApi.failure(
                                api().client().list(WIDGETS, api().namespace(), ListOptions.fields("spec.replicas=1")))
                        .code())
                .isEqualTo(400);
    }

    @Test
    default void aListNamesItsKindAndItsVersion() {
        configMaps();
        Map<String, Object> list = api().send(ApiCall.of("GET", Resource.CONFIG_MAPS, api().namespace(), ""));
        assertThat(list).containsEntry("kind", "ConfigMapList").containsEntry("apiVersion", "v1");
        assertThat(TestApi.version(list)).isNotEqualTo("0");
        assertThat(Tree.objects(list, "items").get(0)).containsKey("metadata");
    }

    @Test
    default void listsAreSortedByName() {
        for (String name : List.of("z", "a", "m-1", "m", "m.1")) {
            api().create(Resource.CONFIG_MAPS, "{apiVersion: v1, kind: ConfigMap, metadata: {name: " + name + "}}");
        }
        assertThat(api().names(Resource.CONFIG_MAPS, ListOptions.ALL)).containsExactly("a", "m", "m-1", "m.1", "z");
    }

    @Test
    default void aVersionOfTheFutureIsAwaitedForAWhileOnly() {
        ApiException failure = TestApi.failure(
                api().client().list(Resource.CONFIG_MAPS, api().namespace(), ListOptions.ALL.from("999999999")));
        assertThat(failure.code()).isEqualTo(504);
        assertThat(failure.reason()).isEqualTo("Timeout");
        assertThat(failure.causes())
                .anySatisfy(cause -> assertThat(cause.reason()).isEqualTo("ResourceVersionTooLarge"));
    }

    @Test
    default void anOldVersionGivesAStateThatIsNotOlder() {
        String version = TestApi.version(
                api().create(Resource.CONFIG_MAPS, "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}"));
        api().create(Resource.CONFIG_MAPS, "{apiVersion: v1, kind: ConfigMap, metadata: {name: b}}");
        assertThat(api().names(Resource.CONFIG_MAPS, ListOptions.ALL.from(version)))
                .contains("a");
    }

    @Test
    @DisplayName("LOCAL-27: a selection is deleted at once")
    default void aSelectionIsDeleted() {
        configMaps();
        Map<String, Object> deleted = TestApi.await(api().client()
                .send(ApiCall.of("DELETE", Resource.CONFIG_MAPS, api().namespace(), "")
                        .with(Map.of("labelSelector", "y"))));
        assertThat(Tree.objects(deleted, "items")).hasSize(2);
        assertThat(api().names(Resource.CONFIG_MAPS, ListOptions.ALL)).containsExactly("c", "d");
    }

    @Test
    default void objectsOfAllNamespacesAreListedTogether() {
        configMaps();
        List<String> namespaces =
                TestApi.await(api().client().list(Resource.CONFIG_MAPS, "", ListOptions.labels("x"))).items().stream()
                        .map(item -> Tree.text(item, "metadata", "namespace"))
                        .toList();
        assertThat(namespaces).contains(api().namespace());
    }

    @Test
    default void aListOfNothingIsEmpty() {
        Map<String, Object> list = api().send(ApiCall.of("GET", WIDGETS, api().namespace(), ""));
        assertThat(Tree.list(list, "items")).isEmpty();
        assertThat(list).containsEntry("kind", "WidgetList").containsKey("items");
        assertThat(Arrays.asList("metadata", "items")).allMatch(list::containsKey);
    }
}
