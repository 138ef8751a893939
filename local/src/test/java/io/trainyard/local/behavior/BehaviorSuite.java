package io.trainyard.local.behavior;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.client.Resource;
import io.trainyard.local.definitions.Definitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What every part of the suite builds on. The suite runs against our server and against a real one, and must pass on both (LOCAL-49). */
interface BehaviorSuite {
    /** A kind with most of what a schema can say. */
    Resource WIDGETS = new Resource("behavior.trainyard.dev", "v1", "widgets");

    /** A kind whose schema has rules. */
    Resource GUARDS = new Resource("behavior.trainyard.dev", "v1", "guards");

    /** The kind that the project is about. */
    Resource TRAIN_JOBS = new Resource("trainer.kubeflow.org", "v1alpha1", "trainjobs");

    /** The server, with a namespace for this test. */
    TestApi api();

    /** The definitions of all kinds of the suite that are not built in. */
    static List<Map<String, Object>> definitions() {
        List<Map<String, Object>> definitions = new ArrayList<>(Definitions.load());
        definitions.add(widgetDefinition());
        definitions.add(guardDefinition());
        return definitions;
    }

    /** The definition of {@link #GUARDS}. */
    static Map<String, Object> guardDefinition() {
        return Tree.object(
                Yaml.parse(
                        """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: guards.behavior.trainyard.dev}
                spec:
                  group: behavior.trainyard.dev
                  scope: Namespaced
                  names: {plural: guards, singular: guard, kind: Guard, listKind: GuardList}
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    schema:
                      openAPIV3Schema:
                        type: object
                        x-kubernetes-validations:
                        - {rule: 'size(self.metadata.name) < 12', message: the name is too long, fieldPath: .metadata.name}
                        properties:
                          metadata: {type: object, properties: {name: {type: string}}}
                          spec:
                            type: object
                            required: [kind]
                            x-kubernetes-validations:
                            - {rule: '!has(self.least) || !has(self.most) || self.least <= self.most', message: least must not be above most}
                            - {rule: '!has(self.fixed) || self.fixed == oldSelf.fixed', message: fixed is immutable, fieldPath: .fixed, reason: FieldValueForbidden}
                            - {rule: '!has(self.both) || has(self.least)', reason: FieldValueRequired, message: both needs least, fieldPath: .least}
                            properties:
                              kind: {type: string, enum: [a, b]}
                              least: {type: integer}
                              most: {type: integer}
                              fixed: {type: string}
                              both: {type: boolean}
                              once:
                                type: string
                                maxLength: 20
                                x-kubernetes-validations:
                                - {rule: 'self == oldSelf'}
                              word:
                                type: string
                                maxLength: 20
                                x-kubernetes-validations:
                                - {rule: "self.matches('^[a-z]+$') && !self.startsWith('x')", message: must be lower case and not begin with x}
                                - {rule: "self != 'loud'", messageExpression: "'not ' + self + ', please'"}
                              count:
                                x-kubernetes-int-or-string: true
                                x-kubernetes-validations:
                                - {rule: "type(self) == int ? self >= 1 : self in ['auto', 'max']", message: must be at least 1 or auto or max}
                              names:
                                type: array
                                maxItems: 5
                                items: {type: string, maxLength: 10}
                                x-kubernetes-validations:
                                - {rule: "self.all(n, n.size() > 1)", message: names have two letters at least}
                                - {rule: "self.exists_one(n, n == 'me') || !self.exists(n, n == 'me')", message: me only once}
                              labels:
                                type: object
                                maxProperties: 5
                                additionalProperties: {type: string, maxLength: 10}
                                x-kubernetes-validations:
                                - {rule: "self.all(k, self[k] != k)", message: a label must not be its own name}
                              parts:
                                type: array
                                maxItems: 5
                                x-kubernetes-list-type: map
                                x-kubernetes-list-map-keys: [name]
                                items:
                                  type: object
                                  required: [name]
                                  x-kubernetes-validations:
                                  - {rule: '!has(self.value) || !has(oldSelf.value) || self.value >= oldSelf.value', message: a value only grows, fieldPath: .value}
                                  properties:
                                    name: {type: string, maxLength: 10}
                                    value: {type: integer}
                              a-b:
                                type: integer
                                x-kubernetes-validations:
                                - {rule: 'self % 2 == 0 && self / 2 + 1 < 10', message: must be even and small}
                              first:
                                type: array
                                maxItems: 5
                                items: {type: integer}
                                x-kubernetes-validations:
                                - {rule: 'self[1] > self[0]', message: must grow}
                """));
    }

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
