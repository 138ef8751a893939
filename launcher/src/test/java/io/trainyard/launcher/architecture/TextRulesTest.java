package io.trainyard.launcher.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static io.trainyard.launcher.architecture.OurCode.CORE;
import static io.trainyard.launcher.architecture.OurCode.DASHBOARD;
import static io.trainyard.launcher.architecture.OurCode.LOCAL;
import static io.trainyard.launcher.architecture.OurCode.SPI;
import static io.trainyard.launcher.architecture.OurCode.callOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.trainyard.foundation.regex.LinearPattern;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Texts of others (logs, specs, reports, names, addresses) are read in time that grows with their length, and by no more. */
@AnalyzeClasses(packages = OurCode.ROOT, importOptions = OurCode.class)
final class TextRulesTest {
    /** What reads text that others wrote; in the launcher the rest reads what the user types. */
    private static final String[] READERS = {
        CORE,
        DASHBOARD,
        LOCAL,
        SPI,
        "io.trainyard.foundation.schema..",
        "io.trainyard.launcher.admission..",
        "io.trainyard.launcher.cli.job..",
        "io.trainyard.launcher.cli.process..",
        "io.trainyard.launcher.cli.state..",
        "io.trainyard.launcher.cli.why..",
        "io.trainyard.launcher.client..",
        "io.trainyard.launcher.controller..",
        "io.trainyard.launcher.logging..",
        "io.trainyard.launcher.report..",
        "io.trainyard.launcher.run..",
        "io.trainyard.launcher.submit..",
        "io.trainyard.launcher.why..",
    };

    /** {@code String.split} at a character alone needs no expression; nor does it at the one that stands between folders of a path. */
    private static final Pattern SPLIT = Pattern.compile(
            "(?<!Lexer|ShellWords)\\s*\\.split\\((?!\"(?:[^.$|()\\[{^?*+\\\\\"]|\\\\\\\\[^a-zA-Z0-9]|\\\\[nt0])\"|File\\.pathSeparator)");

    @ArchTest
    static final ArchRule expressionsTakeLinearTime = noClasses()
            .that()
            .resideInAnyPackage(READERS)
            // Asks a vendor's expression, which the contract hands over as one of java.util.regex, for names of
            // variables.
            .and()
            .doNotHaveFullyQualifiedName("io.trainyard.spi.framework.CommandWarnings")
            .should()
            .accessTargetWhere(describe(
                    "use java.util.regex",
                    access -> access.getTargetOwner().getPackageName().equals("java.util.regex")
                            && !access.getTarget().getName().equals("compile")))
            .orShould()
            .accessTargetWhere(callOf(String.class, "matches", "replaceAll", "replaceFirst"))
            .because("they may try all ways, and a stranger may have written the text: LinearPattern does not");

    @Test
    void aClassThatTriesAllWaysIsRefused() {
        JavaClasses bad = new ClassFileImporter().importClasses(Bad.class);

        assertThat(noClasses()
                        .should()
                        .accessTargetWhere(callOf(String.class, "matches", "replaceAll", "replaceFirst"))
                        .evaluate(bad)
                        .hasViolation())
                .isTrue();
        assertThat(SPLIT.matcher("text.split(\"a+\")").find()).isTrue();
        assertThat(SPLIT.matcher("text.split(other)").find()).isTrue();
        assertThat(SPLIT.matcher("text.split(\",\", -1)").find()).isFalse();
        assertThat(SPLIT.matcher("text.split(\"\\\\.\")").find()).isFalse();
    }

    private static final class Bad {
        static boolean isBad(String text) {
            return text.matches("(a+)+b");
        }
    }

    @Test
    void textsAreSplitAtOneCharacter() throws IOException {
        List<String> others = new ArrayList<>();
        for (String module : List.of("core", "dashboard", "local", "spi")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src/main/java"))) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    SPLIT.matcher(Files.readString(file))
                            .results()
                            .map(found -> file.getFileName() + ": " + found.group())
                            .forEach(others::add);
                }
            }
        }

        assertThat(others).isEmpty();
    }

    @ArchTest
    static void expressionsOfOurOwnAreValid(JavaClasses classes) throws ReflectiveOperationException {
        int valid = 0;
        for (var ours : classes) {
            for (JavaField field : ours.getFields()) {
                if (field.getRawType().isEquivalentTo(LinearPattern.class)
                        && field.getModifiers().contains(JavaModifier.STATIC)) {
                    Field constant = field.reflect();
                    constant.setAccessible(true);
                    assertThat(((LinearPattern) constant.get(null)).matcher("").groupCount())
                            .as(field.getFullName())
                            .isNotNegative();
                    valid++;
                }
            }
        }
        assertThat(valid).isGreaterThan(100);
    }
}
