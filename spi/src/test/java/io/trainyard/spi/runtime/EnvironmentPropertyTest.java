package io.trainyard.spi.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.trainyard.spi.runtime.Environment.Precedence;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for any mixture of sources: MLP-10 and MLP-11. */
final class EnvironmentPropertyTest {

    private record Declaration(EnvVar variable, Precedence precedence) {}

    private record Given(List<EnvVar> template, List<EnvVar> user, List<Declaration> declared, List<EnvVar> upserted) {
        Environment environment() {
            Environment environment = Views.environment(template, user);
            declared.forEach(declaration -> environment.declare(declaration.variable(), declaration.precedence()));
            upserted.forEach(environment::upsert);
            return environment;
        }

        Set<String> names() {
            Set<String> names = new HashSet<>();
            Stream.of(template, user, upserted)
                    .flatMap(List::stream)
                    .forEach(variable -> names.add(variable.getName()));
            declared.forEach(declaration -> names.add(declaration.variable().getName()));
            return names;
        }
    }

    @Provide
    Arbitrary<Given> given() {
        Arbitrary<String> names = Arbitraries.of("A", "B", "C", "D", "E", "F");
        Arbitrary<Declaration> declarations = Combinators.combine(
                        variables(names, "plugin"), Arbitraries.of(Precedence.class))
                .as(Declaration::new);
        return Combinators.combine(
                        variables(names, "template").list().ofMaxSize(6),
                        variables(names, "user").list().ofMaxSize(6),
                        declarations.list().ofMaxSize(6),
                        variables(names, "upserted").list().ofMaxSize(3))
                .as(Given::new);
    }

    private static Arbitrary<EnvVar> variables(Arbitrary<String> names, String value) {
        return names.map(name -> Views.variable(name, value));
    }

    @Property(seed = "20260101")
    void everyNameOccursExactlyOnceAndNoneIsLost(@ForAll("given") Given given) {
        assertThat(given.environment().merged())
                .extracting(EnvVar::getName)
                .containsExactlyInAnyOrderElementsOf(given.names());
    }

    @Property(seed = "20260101")
    void readingDoesNotChangeAnything(@ForAll("given") Given given) {
        Environment environment = given.environment();

        assertThat(environment.merged())
                .isEqualTo(environment.merged())
                .isEqualTo(given.environment().merged());
    }

    @Property(seed = "20260101")
    void theUserAlwaysWinsExceptAgainstReservedNames(@ForAll("given") Given given) {
        Environment environment = given.environment();
        Set<String> ignored = new HashSet<>(environment.ignoredUserVariables());

        for (EnvVar wanted : given.user()) {
            String expected = ignored.contains(wanted.getName()) ? "plugin" : "user";
            assertThat(environment.find(wanted.getName()).orElseThrow().getValue())
                    .isEqualTo(expected);
        }
    }

    @Property(seed = "20260101")
    void variablesThatPluginsProvideStandBeforeAllOthers(@ForAll("given") Given given) {
        List<String> values =
                given.environment().merged().stream().map(EnvVar::getValue).toList();

        assertThat(values.subList(0, Math.max(0, values.lastIndexOf("plugin") + 1)))
                .allMatch("plugin"::equals);
    }
}
