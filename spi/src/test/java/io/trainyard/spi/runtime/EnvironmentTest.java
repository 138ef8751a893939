package io.trainyard.spi.runtime;

import static io.trainyard.spi.runtime.Environment.Precedence.RESERVED;
import static io.trainyard.spi.runtime.Environment.Precedence.SET_IF_ABSENT;
import static io.trainyard.spi.runtime.Environment.Precedence.USER_WINS;
import static io.trainyard.spi.runtime.Views.assignments;
import static io.trainyard.spi.runtime.Views.environment;
import static io.trainyard.spi.runtime.Views.variable;
import static io.trainyard.spi.runtime.Views.variables;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Order (MLP-10), who wins (MLP-11, MLP-09) and upserts (PIPE-48). */
final class EnvironmentTest {

    @Test
    void pluginsComeFirstThenTheTemplateThenWhatPluginsAppendedThenTheUser() {
        Environment environment = environment(variables("T1=t", "T2=t"), variables("U1=u", "T1=u", "U2=u"));
        environment.declare("P1", "p", RESERVED);
        environment.upsert(variable("A1", "a"));
        environment.declare("P2", "p", SET_IF_ABSENT);

        assertThat(assignments(environment)).containsExactly("P1=p", "P2=p", "T1=u", "T2=t", "A1=a", "U1=u", "U2=u");
    }

    @ParameterizedTest(name = "{0}, template {1}, user {2}: {3}")
    @CsvSource({
        "RESERVED, , , X=plugin",
        "RESERVED, template, , X=plugin",
        "RESERVED, , user, X=plugin",
        "RESERVED, template, user, X=plugin",
        "SET_IF_ABSENT, , , X=plugin",
        "SET_IF_ABSENT, template, , X=template",
        "SET_IF_ABSENT, , user, X=user",
        "SET_IF_ABSENT, template, user, X=user",
        "USER_WINS, , , X=plugin",
        "USER_WINS, template, , X=template",
        "USER_WINS, , user, X=user",
        "USER_WINS, template, user, X=user",
    })
    void whoWins(Environment.Precedence precedence, String template, String user, String expected) {
        Environment environment = environment(
                template == null ? List.of() : variables("X=" + template),
                user == null ? List.of() : variables("X=" + user));
        environment.declare("X", "plugin", precedence);

        assertThat(assignments(environment)).containsExactly(expected);
    }

    @ParameterizedTest(name = "template {0}, user {1}: {2}")
    @CsvSource({", , T=t X=plugin", "template, , X=plugin T=t", ", user, T=t X=plugin", "template, user, X=plugin T=t"})
    void aReservedUpsertWinsWhereItStands(String template, String user, String expected) {
        // MPI-09, PIPE-54
        Environment environment = environment(
                template == null ? variables("T=t") : variables("X=" + template, "T=t"),
                user == null ? List.of() : variables("X=" + user));
        environment.upsertReserved("X", "plugin");

        assertThat(String.join(" ", assignments(environment))).isEqualTo(expected);
        assertThat(environment.isReserved("X")).isTrue();
        assertThat(environment.ignoredUserVariables()).isEqualTo(user == null ? List.of() : List.of("X"));
    }

    @Test
    void aVariableThatLosesStaysWhereTheWinnerHadIt() {
        Environment environment = environment(variables("A=t", "X=t", "B=t"), variables("C=u"));
        environment.declare("X", "p", SET_IF_ABSENT);
        environment.declare("Y", "p", RESERVED);

        assertThat(assignments(environment)).containsExactly("Y=p", "A=t", "X=t", "B=t", "C=u");
    }

    @Test
    void declaringAgainReplacesInPlace() {
        Environment environment = environment(List.of(), List.of());
        environment.declare("A", "1", RESERVED);
        environment.declare("B", "1", RESERVED);
        environment.declare("A", "2", RESERVED);

        assertThat(assignments(environment)).containsExactly("A=2", "B=1");
    }

    @Test
    void aWholeEntryIsReplacedSoThatValueAndSourceNeverMix() {
        // MLP-09
        Environment environment = environment(List.of(CompletionIndex.variable("RANK")), variables("RANK=0"));

        EnvVar rank = environment.find("RANK").orElseThrow();
        assertThat(rank.getValue()).isEqualTo("0");
        assertThat(rank.getValueFrom()).isNull();
    }

    @Test
    void upsertReplacesInTheTemplateAndElseAppendsInPlace() {
        // PIPE-48
        Environment environment = environment(variables("A=t", "B=t"), List.of());
        environment.upsert(variable("A", "p"));
        environment.upsert(variable("C", "1"));
        environment.upsert(variable("D", "1"));
        environment.upsert(variable("C", "2"));

        assertThat(assignments(environment)).containsExactly("A=p", "B=t", "C=2", "D=1");
    }

    @Test
    void theUserBeatsAnUpsertedVariable() {
        // MLP-09
        Environment environment = environment(variables("A=t"), variables("A=u", "C=u"));
        environment.upsert(variable("A", "p"));
        environment.upsert(variable("C", "p"));

        assertThat(assignments(environment)).containsExactly("A=u", "C=u");
    }

    @Test
    void theLastOfTwoEqualNamesCounts() {
        Environment environment = environment(variables("A=1", "B=1", "A=2"), variables("C=1", "C=2"));

        assertThat(assignments(environment)).containsExactly("A=2", "B=1", "C=2");
    }

    @Test
    void aNameReservedWithoutValueDropsTheUsersAndKeepsTheTemplates() {
        Environment environment = environment(variables("A=t"), variables("A=u", "B=u"));
        environment.reserve("A");
        environment.reserve("B");

        assertThat(assignments(environment)).containsExactly("A=t");
        assertThat(environment.ignoredUserVariables()).containsExactly("A", "B");
    }

    @Test
    void reservedNamesOfTheUserAreReported() {
        // MLP-11: the host makes the event ReservedEnvIgnored of it.
        Environment environment = environment(variables("B=t"), variables("C=u", "A=u", "D=u"));
        environment.declare("A", "p", RESERVED);
        environment.declare("B", "p", RESERVED);
        environment.declare("C", "p", RESERVED);
        environment.declare("D", "p", SET_IF_ABSENT);

        assertThat(environment.ignoredUserVariables()).containsExactly("A", "C");
    }

    @Test
    void saysWhetherTemplateOrUserDefineAName() {
        Environment environment = environment(variables("T=t"), variables("U=u"));
        environment.declare("P", "p", RESERVED);
        environment.upsert(variable("A", "a"));

        assertThat(environment.isDefinedByTemplateOrUser("T")).isTrue();
        assertThat(environment.isDefinedByTemplateOrUser("U")).isTrue();
        assertThat(environment.isDefinedByTemplateOrUser("A")).isTrue();
        assertThat(environment.isDefinedByTemplateOrUser("P")).isFalse();
        assertThat(environment.find("P")).contains(variable("P", "p"));
        assertThat(environment.find("Q")).isEmpty();
    }

    @Test
    void onlyATemplateIsUnchanged() {
        assertThat(environment(variables("T=t"), List.of()).isChanged()).isFalse();
        assertThat(environment(variables("T=t"), variables("U=u")).isChanged()).isTrue();
        Environment declared = environment(List.of(), List.of());
        declared.declare("P", "p", USER_WINS);
        assertThat(declared.isChanged()).isTrue();
        Environment upserted = environment(variables("T=t"), List.of());
        upserted.upsert(variable("T", "p"));
        assertThat(upserted.isChanged()).isTrue();
    }
}
