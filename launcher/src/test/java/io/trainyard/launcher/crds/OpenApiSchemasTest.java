package io.trainyard.launcher.crds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OpenApiSchemasTest {

    private static final String DOCUMENT =
            """
            components:
              schemas:
                io.k8s.api.core.v1.Thing:
                  type: object
                  description: Long text.
                  required: [name]
                  x-kubernetes-group-version-kind: [{group: '', kind: Thing, version: v1}]
                  properties:
                    name: {type: string, description: Name., default: ''}
                    optional: {type: string, default: ''}
                    protocol: {type: string, default: TCP, enum: [TCP, UDP]}
                    size:
                      default: {}
                      allOf: [{$ref: '#/components/schemas/io.k8s.apimachinery.pkg.api.resource.Quantity'}]
                    port: {$ref: '#/components/schemas/io.k8s.apimachinery.pkg.util.intstr.IntOrString'}
                    metadata:
                      default: {}
                      allOf: [{$ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'}]
                    parts:
                      type: array
                      items: {default: {}, allOf: [{$ref: '#/components/schemas/io.k8s.api.core.v1.Part'}]}
                      x-kubernetes-list-type: map
                      x-kubernetes-list-map-keys: [id]
                      x-kubernetes-patch-merge-key: id
                      x-kubernetes-patch-strategy: merge
                    words: {type: object, additionalProperties: {type: string, default: ''}}
                io.k8s.api.core.v1.Part:
                  type: object
                  required: [id]
                  properties:
                    id: {type: integer, format: int32, default: 0}
                io.k8s.api.core.v1.Endless:
                  type: object
                  properties:
                    inner: {$ref: '#/components/schemas/io.k8s.api.core.v1.Endless'}
                io.k8s.apimachinery.pkg.api.resource.Quantity:
                  oneOf: [{type: string}, {type: number}]
                io.k8s.apimachinery.pkg.util.intstr.IntOrString:
                  format: int-or-string
                  oneOf: [{type: integer}, {type: string}]
                io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta:
                  type: object
                  properties:
                    labels: {type: object, additionalProperties: {type: string, default: ''}}
                    name: {type: string}
                    uid: {type: string}
            """;

    private final OpenApiSchemas schemas = new OpenApiSchemas(document -> {
        assertThat(document).isEqualTo("api/v1");
        return yaml(DOCUMENT);
    });

    @Test
    @DisplayName("API-10, API-14, API-16: what a definition may contain, without texts")
    void typeBecomesAStructuralSchema() {
        assertThat((JsonNode) schemas.schema("core/v1 Thing"))
                .isEqualTo(
                        yaml(
                                """
                                type: object
                                required: [name]
                                properties:
                                  name: {type: string}
                                  optional: {type: string, default: ''}
                                  protocol: {type: string, default: TCP}
                                  size:
                                    x-kubernetes-int-or-string: true
                                    pattern: '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$'
                                  port: {x-kubernetes-int-or-string: true}
                                  metadata:
                                    type: object
                                    properties:
                                      labels: {type: object, additionalProperties: {type: string}}
                                      name: {type: string}
                                  parts:
                                    type: array
                                    items:
                                      type: object
                                      required: [id]
                                      properties:
                                        id: {type: integer, format: int32}
                                    x-kubernetes-list-type: map
                                    x-kubernetes-list-map-keys: [id]
                                  words: {type: object, additionalProperties: {type: string}}
                                """));
    }

    @Test
    void typeThatContainsItselfIsRefused() {
        assertThatThrownBy(() -> schemas.schema("core/v1 Endless"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("contains itself");
    }

    @Test
    void unknownTypeIsNamed() {
        assertThatThrownBy(() -> schemas.schema("core/v1 Nothing"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("core/v1 Nothing");
    }

    @Test
    void typeWithoutKindIsRefused() {
        assertThatThrownBy(() -> schemas.schema("core/v1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("GROUP/VERSION KIND");
    }

    private static JsonNode yaml(String text) {
        try {
            return YAMLMapper.builder().build().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
