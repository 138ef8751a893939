package io.trainyard.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.Environment.Precedence;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Variables that a plugin of any vendor reserves (VAL-111, MLP-11)")
final class ReservedVariablesTest {
    private static final String INITIALIZER =
            "{name: data, template: {metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: dataset-initializer}},"
                    + " spec: {template: {spec: {containers: [{name: dataset-initializer, image: fetch}]}}}}}";

    private final AdmissionFixture world = new AdmissionFixture();

    /** Reserves two names in every container: one with a value, one without. */
    private static class Acme implements EnforceMLPolicy {
        @Override
        public String name() {
            return "acme";
        }

        @Override
        public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
            info.podSets().forEach(podSet -> podSet.containers().forEach(container -> {
                container.environment().declare("ACME_RANK", "0", Precedence.RESERVED);
                container.environment().declare("ACME_LANES", "4", Precedence.USER_WINS);
                container.environment().reserve("ACME_ALONE");
            }));
        }
    }

    @BeforeEach
    void start() {
        world.with(Manifests.clusterRuntime(
                "plain", "{template: {spec: {replicatedJobs: [" + INITIALIZER + ", " + AdmissionFixture.NODE + "]}}}"));
    }

    private static String field(int index) {
        return "spec.trainer.env[" + index + "].name: Forbidden: ";
    }

    @Test
    void eachIsRefusedWithItsFieldAndThePlugin() {
        world.plugins.add(new Acme());

        AdmissionResponse answer = world.create(
                "{trainer: {env: [{name: LR, value: x}, {name: ACME_LANES, value: x}, {name: ACME_RANK, value: x},"
                        + " {name: ACME_ALONE, value: x}]}}");

        assertThat(answer.code()).isEqualTo(403);
        assertThat(answer.causes())
                .extracting(FieldError::toString)
                .containsExactly(
                        field(2) + "plugin acme reserves ACME_RANK for itself; remove it here",
                        field(3) + "plugin acme reserves ACME_ALONE for itself; remove it here");
    }

    @Test
    void overridesAndInitializersAreLookedAtWhereTheyStand() {
        world.plugins.add(new Acme());

        assertThat(world.create("{initializer: {dataset: {env: [{name: ACME_RANK, value: x}]}}, podTemplateOverrides:"
                                + " [{targetJobs: [{name: node}], spec: {containers: [{name: node, env: [{name: A, value: b},"
                                + " {name: ACME_RANK, value: x}]}]}}]}")
                        .causes())
                .extracting(FieldError::path)
                .containsExactlyInAnyOrder(
                        "spec.podTemplateOverrides[0].spec.containers[0].env[1].name",
                        "spec.initializer.dataset.env[0].name");
    }

    @Test
    void whatAPluginSaysOfTheListItselfIsNotSaidTwice() {
        class Outspoken extends Acme implements CustomValidation {
            @Override
            public Uni<Validation> validate(Request request) {
                return Uni.createFrom()
                        .item(Validation.builder()
                                .error(FieldError.invalid("spec.trainer.env", null, "leave ACME_RANK alone"))
                                .build());
            }
        }
        world.plugins.add(new Outspoken());

        assertThat(world.create("{trainer: {env: [{name: ACME_RANK, value: x}]}}")
                        .causes())
                .extracting(FieldError::path)
                .containsExactly("spec.trainer.env");
    }

    @Test
    void aPolicyThatFailsHidesNothingThatWasReservedBefore() {
        world.plugins.add(new Acme() {
            @Override
            public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
                super.enforceMLPolicy(trainJob, info);
                trainJob.getMetadata().setLabels(Map.of("changed", "by acme"));
            }
        });
        world.plugins.add(new Acme() {
            @Override
            public String name() {
                return "broken";
            }

            @Override
            public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
                throw new IllegalStateException("bad day");
            }
        });

        assertThat(world.create("{trainer: {env: [{name: ACME_RANK, value: x}]}}")
                        .causes())
                .extracting(FieldError::path)
                .containsExactly("spec.trainer.env[0].name");
        assertThat(world.create("{trainer: {env: [{name: LR, value: x}]}}").allowed())
                .isTrue();
    }

    @Test
    void whatAPolicyReservesBeforeItRefusesTheJobIsToldBesideWrongOverrides() {
        world.plugins.add(new Acme() {
            @Override
            public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
                super.enforceMLPolicy(trainJob, info);
                throw new InvalidTrainJobException("spec.trainer.numNodes: too few");
            }
        });

        assertThat(world.create("{trainer: {env: [{name: ACME_RANK, value: x}]}, podTemplateOverrides:"
                                + " [{targetJobs: [{name: nod}]}]}")
                        .causes())
                .extracting(FieldError::path)
                .containsExactly("spec.podTemplateOverrides[0].targetJobs[0].name", "spec.trainer.env[0].name");
    }

    @Test
    void aStoredTrainJobMayBeChangedElsewhereThoughThePluginIsNewer() {
        Map<String, Object> stored =
                AdmissionFixture.trainJob("{trainer: {env: [{name: ACME_RANK, value: x}]}, suspend: true}");
        Map<String, Object> changed = AdmissionFixture.trainJob(
                "{trainer: {env: [{name: ACME_RANK, value: x}]}, suspend: true, podTemplateOverrides:"
                        + " [{targetJobs: [{name: node}], spec: {nodeSelector: {a: b}}}]}");
        world.plugins.add(new Acme());

        assertThat(world.update(stored, changed).allowed()).isTrue();
    }
}
