package io.trainyard.local.behavior;

import io.trainyard.local.client.Resource;
import io.trainyard.local.tree.Tree;
import io.trainyard.local.tree.Yaml;
import java.util.Map;

/** What every part of the suite builds on. The suite runs against our server and against a real one, and must pass on both (LOCAL-49). */
interface BehaviorSuite {
    /** A kind with most of what a schema can say. */
    Resource WIDGETS = new Resource("behavior.trainyard.dev", "v1", "widgets");

    /** The server, with a namespace for this test. */
    TestApi api();

    /** The definition of {@link #WIDGETS}. */
    static Map<String, Object> widgetDefinition() {
        return Tree.object(
                Yaml.parse(
                        """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: widgets.behavior.trainyard.dev}
                spec:
                  group: behavior.trainyard.dev
                  scope: Namespaced
                  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList, shortNames: [wd]}
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    subresources:
                      status: {}
                      scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas, labelSelectorPath: .status.selector}
                    additionalPrinterColumns:
                    - {name: Replicas, type: integer, jsonPath: .spec.replicas}
                    - {name: Ready, type: string, jsonPath: '.status.conditions[?(@.type=="Ready")].status'}
                    - {name: Size, type: string, jsonPath: .spec.size, priority: 1}
                    - {name: Age, type: date, jsonPath: .metadata.creationTimestamp}
                    selectableFields:
                    - jsonPath: .spec.size
                    schema:
                      openAPIV3Schema:
                        type: object
                        properties:
                          spec:
                            type: object
                            required: [size]
                            properties:
                              size: {type: string, enum: [small, large]}
                              replicas: {type: integer, format: int32, minimum: 0, maximum: 100, default: 1}
                              color: {type: string, pattern: '^[a-z]+$', maxLength: 10}
                              port: {x-kubernetes-int-or-string: true}
                              tags:
                                type: array
                                maxItems: 3
                                x-kubernetes-list-type: set
                                items: {type: string}
                              words:
                                type: array
                                items: {type: string}
                              limits:
                                type: object
                                additionalProperties: {type: string}
                              selector:
                                type: object
                                x-kubernetes-map-type: atomic
                                additionalProperties: {type: string}
                              free:
                                type: object
                                x-kubernetes-preserve-unknown-fields: true
                              nullable: {type: string, nullable: true}
                              nested:
                                type: object
                                default: {}
                                properties:
                                  depth: {type: integer, default: 2}
                                  note: {type: string}
                              parts:
                                type: array
                                x-kubernetes-list-type: map
                                x-kubernetes-list-map-keys: [name]
                                items:
                                  type: object
                                  required: [name]
                                  properties:
                                    name: {type: string}
                                    count: {type: integer, default: 7}
                                    note: {type: string}
                              ports:
                                type: array
                                x-kubernetes-list-type: map
                                x-kubernetes-list-map-keys: [port, protocol]
                                items:
                                  type: object
                                  required: [port]
                                  properties:
                                    port: {type: integer}
                                    protocol: {type: string, default: TCP}
                                    name: {type: string}
                          status:
                            type: object
                            properties:
                              replicas: {type: integer}
                              selector: {type: string}
                              phase: {type: string}
                              conditions:
                                type: array
                                x-kubernetes-list-type: map
                                x-kubernetes-list-map-keys: [type]
                                items:
                                  type: object
                                  required: [type, status]
                                  properties:
                                    type: {type: string}
                                    status: {type: string}
                                    reason: {type: string}
                """));
    }
}
