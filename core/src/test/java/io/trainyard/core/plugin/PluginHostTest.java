package io.trainyard.core.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.trainyard.core.plugin.sample.Library;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.ObjectReader;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.PluginContext;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("PluginHost (PIPE-03, PIPE-04, PIPE-05, API-204, API-211, API-212)")
final class PluginHostTest {
    private static final String ENFORCE = "public void enforceMLPolicy(TrainJob job, RuntimeInfo info) {}";

    @TempDir
    Path temporary;

    private PluginHost host;
    private List<String> order = List.of();

    @AfterEach
    void close() {
        if (host != null) {
            host.close();
        }
    }

    @Test
    void aGoodPluginIsInUseAndListed() {
        Path jar = PluginJar.of(
                        "vendor.Good",
                        "EnforceMLPolicy",
                        named("good")
                                + """
                        public int order() { return 7; }
                        public void start(PluginContext context) {
                            if (!context.configuration().get("for").equals("good")) throw new IllegalStateException();
                        }
                        """
                                + ENFORCE)
                .manifest("Implementation-Version", "1.2.3")
                .write(jar("good"));

        load();

        assertThat(host.inventory().entries())
                .containsExactly(new PluginInventory.Entry(
                        "good",
                        "1.2.3",
                        jar.toString(),
                        List.of(ExtensionPoint.ENFORCE_ML_POLICY),
                        7,
                        Optional.empty()));
        assertThat(host.plugins().names()).containsExactly("good");
        assertThat(host.plugins().mlPolicies()).singleElement().satisfies(plugin -> {
            assertThat(plugin.name()).isEqualTo("good");
            assertThat(plugin.order()).isEqualTo(7);
        });
    }

    @Test
    void pluginsAreCalledByOrderThenByName() {
        good("c", 100).write(jar("1"));
        good("b", 100).write(jar("2"));
        good("a", 200).write(jar("3"));

        load(Set.of(), new BuiltInPolicy("z", 50));

        assertThat(host.plugins().mlPolicies()).extracting(Plugin::name).containsExactly("z", "b", "c", "a");
    }

    @Test
    @DisplayName("a plugin that the configuration disables is not there, and that is no problem (GANG-06)")
    void aDisabledPluginIsNotThere() {
        good("a", 1).write(jar("one"));
        good("b", 1).write(jar("two"));
        disabled = Set.of("a");

        load();

        assertThat(host.plugins().names()).containsExactly("b");
        assertThat(host.inventory().problems()).isEmpty();
    }

    @Test
    void twoPluginsOfOneNameStopTheStart() {
        good("same", 1).write(jar("one"));
        good("same", 2).write(jar("two"));

        assertThatThrownBy(this::load)
                .isInstanceOf(PluginLoadException.class)
                .hasMessageContaining("several plugins are named same: ")
                .hasMessageContaining(jar("one").toString())
                .hasMessageContaining(jar("two").toString());
    }

    @Test
    void aTerminalConditionFromAJarIsLeftOutAndNamedWhileNobodyChoseIt() {
        terminal("other");
        good("good", 1).write(jar("good"));

        load(Set.of());

        assertThat(host.plugins().names()).containsExactly("good");
        assertThat(host.plugins().terminalCondition()).isEmpty();
        assertThat(problem("other"))
                .isEqualTo("has a TerminalCondition, but the JobSet decides when a TrainJob has ended; to let it decide"
                        + " instead, set trainyard.plugins.terminalCondition: other");
    }

    @Test
    void aTerminalConditionFromAJarReplacesJobSetsWhenItIsChosen() {
        terminal("other");
        terminal("third");
        terminalCondition = Optional.of("other");

        load(Set.of("other"));

        assertThat(host.plugins().names()).containsExactly("other");
        assertThat(host.plugins().terminalCondition())
                .get()
                .extracting(Plugin::name)
                .isEqualTo("other");
        assertThat(host.inventory().entries())
                .filteredOn(entry -> entry.points().contains(ExtensionPoint.TERMINAL_CONDITION))
                .extracting(PluginInventory.Entry::name)
                .containsExactly("other", "third");
        assertThat(problem("third")).startsWith("has a TerminalCondition, but plugin other decides when");
    }

    @Test
    void aChosenTerminalConditionThatIsNotThereStopsTheStart() {
        terminalCondition = Optional.of("other");

        assertThatThrownBy(() -> load(Set.of("other")))
                .isInstanceOf(PluginLoadException.class)
                .hasMessageStartingWith("required plugins are missing: other");
    }

    @Test
    void aPluginWithoutTerminalConditionCannotBeChosen() {
        good("good", 1).write(jar("good"));
        terminalCondition = Optional.of("good");

        assertThatThrownBy(() -> load(Set.of("good")))
                .isInstanceOf(PluginLoadException.class)
                .hasMessage("trainyard.plugins.terminalCondition names good (" + jar("good")
                        + "), which has no TerminalCondition");
    }

    private void terminal(String name) {
        PluginJar.of(
                        "vendor." + name + ".Terminal",
                        "TerminalCondition",
                        named(name)
                                + "public Optional<io.trainyard.spi.result.TerminalState> terminalCondition(TrainJob j)"
                                + " { return Optional.empty(); }")
                .write(jar(name));
    }

    @Test
    void aJarWithoutListOfServicesIsLeftOut() {
        new PluginJar()
                .plugin("vendor.Unlisted", "EnforceMLPolicy", named("x") + ENFORCE)
                .write(jar("unlisted"));

        load();

        assertThat(problem("unlisted"))
                .isEqualTo("no plugin in unlisted.jar: none of them has a file"
                        + " META-INF/services/io.trainyard.spi.Plugin that names one");
    }

    @Test
    void aListThatNamesAMissingClassIsReportedAndTheOthersWork() {
        good("fine", 1).listing("vendor.Gone", "vendor.fine.Good").write(jar("mixed"));

        load();

        assertThat(problem("mixed")).contains("vendor.Gone");
        assertThat(host.plugins().names()).containsExactly("fine");
    }

    @Test
    void aListThatNamesAClassOfTheHostIsRefused() {
        new PluginJar()
                .listing("io.trainyard.core.plugin.PluginHostTest$BuiltInPolicy")
                .write(jar("thief"));

        load();

        assertThat(problem("thief")).contains("BuiltInPolicy").contains("not found");
        assertThat(host.plugins().names()).isEmpty();
    }

    @Test
    void reservedNamesAreRefusedInAnyCase() {
        good("Torch", 1).write(jar("claims"));

        load();

        assertThat(problem("claims"))
                .isEqualTo("the name \"Torch\" of vendor.Torch.Good is reserved for Trainyard's own plugin;"
                        + " choose another name");
    }

    @Test
    void reservedNamesAreForJarsThatSayTheyAreBuiltIn() {
        good("torch", 1).manifest("Trainyard-Built-In", "true").write(jar("torch"));

        load();

        assertThat(host.plugins().names()).containsExactly("torch");
    }

    @Test
    void aPluginForAnInterfaceThatThisHostDoesNotHaveIsRefusedBeforeItRuns() {
        good("same", 1).manifest("Trainyard-Spi-Version", "1.0").write(jar("same"));
        good("newer", 1).manifest("Trainyard-Spi-Version", "1.7").write(jar("newer"));
        good("older", 1).manifest("Trainyard-Spi-Version", "0.9").write(jar("older"));
        good("odd", 1).manifest("Trainyard-Spi-Version", "latest").write(jar("odd"));

        load();

        assertThat(host.plugins().names()).containsExactly("same");
        assertThat(problem("newer"))
                .isEqualTo(
                        "it was built for version 1.7 of the plugin interface; this Trainyard has 1.0: update Trainyard");
        assertThat(problem("older")).endsWith("this Trainyard has 1.0: update the plugin");
        assertThat(problem("odd")).endsWith("is \"latest\", but must look like 1.0");
    }

    @Test
    void aPathWithSpacesIsNoObstacle() {
        Path jar = good("spaced", 1).write(plugins().resolve("my plugin %41/a b.jar"));

        load();

        assertThat(host.inventory().entries()).singleElement().satisfies(entry -> {
            assertThat(entry.name()).isEqualTo("spaced");
            assertThat(entry.origin()).isEqualTo(jar.toString());
        });
    }

    @Test
    void invalidNamesAreRefused() {
        badlyNamed("a", "\"has space\"");
        badlyNamed("b", "\"\"");
        badlyNamed("c", "\"-dash-first\"");
        badlyNamed("d", "\"x\".repeat(64)");
        badlyNamed("e", "null");
        badlyNamed("f", "\"x\".repeat(63)");

        load();

        assertThat(problem("a")).startsWith("the name \"has space\" of vendor.a.Named is not valid: letters, digits");
        assertThat(problem("b")).contains("is not valid");
        assertThat(problem("c")).contains("is not valid");
        assertThat(problem("d")).contains("is not valid");
        assertThat(problem("e")).isEqualTo("name() of vendor.e.Named returned null");
        assertThat(host.plugins().names()).containsExactly("x".repeat(63));
    }

    @Test
    void aThrowingConstructorIsReportedWithItsCause() {
        PluginJar.of(
                        "vendor.Broken",
                        "EnforceMLPolicy",
                        "public Broken() { throw new IllegalStateException(\"no licence\"); }" + named("broken")
                                + ENFORCE)
                .write(jar("broken"));

        load();

        assertThat(problem("broken"))
                .matches("vendor.Broken could not be made at vendor.Broken.<init>\\(Broken.java:\\d+\\):"
                        + " IllegalStateException: no licence");
    }

    @Test
    void aConstructorWithParametersIsToldInOneSentence() {
        PluginJar.of("vendor.Needy", "EnforceMLPolicy", "public Needy(String token) {}" + named("needy") + ENFORCE)
                .write(jar("needy"));

        load();

        assertThat(problem("needy"))
                .isEqualTo("vendor.Needy has no public constructor without parameters; give it one, and take what it"
                        + " needs in start()");
    }

    @Test
    void aJarWithoutVersionOfTheContractAndADisabledNameThatNobodyHasAreToldAndHarmNobody() {
        Path silent = good("silent", 1).write(jar("silent"));
        good("says", 1).manifest("Trainyard-Spi-Version", "1.0").write(jar("says"));
        disabled = Set.of("ghost");

        load();

        assertThat(host.plugins().names()).containsExactlyInAnyOrder("silent", "says");
        assertThat(host.warnings())
                .containsExactly(
                        "silent (" + silent
                                + "): the manifest has no Trainyard-Spi-Version; add \"Trainyard-Spi-Version: 1.0\"",
                        "trainyard.plugins.disabled names ghost, but no plugin in the plugins folder has that name;"
                                + " there are says, silent");
    }

    @Test
    void aPluginThatDoesNotStartIsLeftOut() {
        PluginJar.of(
                        "vendor.Lame",
                        "EnforceMLPolicy",
                        named("lame")
                                + "public void start(PluginContext c) { throw new IllegalStateException(\"no token\"); }"
                                + ENFORCE)
                .write(jar("lame"));

        load();

        assertThat(problem("lame"))
                .matches("start failed at vendor.Lame.start\\(Lame.java:\\d+\\): IllegalStateException: no token");
        assertThat(host.plugins().mlPolicies()).isEmpty();
    }

    @Test
    void aPluginWhoseWatchesFailIsLeftOut() {
        PluginJar.of(
                        "vendor.Watcher",
                        "WatchExtension, EnforceMLPolicy",
                        named("watcher") + "public List<WatchSpec<?>> watches() { return null; }" + ENFORCE)
                .write(jar("watcher"));

        load();

        assertThat(problem("watcher"))
                .isEqualTo("plugin watcher failed in WatchExtension: it returned null instead of a list");
        assertThat(host.plugins().mlPolicies()).isEmpty();
    }

    @Test
    void aPluginWithoutExtensionPointIsRefused() {
        PluginJar.of("vendor.Idle", "Plugin", named("idle")).write(jar("idle"));

        load();

        assertThat(problem("idle"))
                .isEqualTo("vendor.Idle implements none of the interfaces of io.trainyard.spi.extension");
    }

    @Test
    void aBrokenJarIsReported() throws IOException {
        Files.createDirectories(jar("junk").getParent());
        Files.writeString(jar("junk"), "this is no jar");

        load();

        assertThat(problem("junk")).contains(jar("junk") + " is not a readable jar");
    }

    @Test
    void aRequiredPluginThatIsBrokenStopsTheStartAndSaysWhy() {
        PluginJar.of("vendor.Idle", "Plugin", named("idle")).write(jar("idle"));

        assertThatThrownBy(() -> load(Set.of("idle")))
                .isInstanceOf(PluginLoadException.class)
                .hasMessage("required plugins are missing: idle; problems: idle (" + jar("idle")
                        + "): vendor.Idle implements none of the interfaces of io.trainyard.spi.extension");
        assertThatThrownBy(() -> load(Set.of("nowhere"))).hasMessageContaining("missing: nowhere");
    }

    @Test
    void aBuiltInThatDoesNotStartStopsTheStart() {
        Plugin broken = new BuiltInPolicy("plainml", 1) {
            @Override
            public void start(PluginContext context) {
                throw new IllegalStateException("broken");
            }
        };
        assertThatThrownBy(() -> load(Set.of(), broken)).hasMessageContaining("missing: plainml");
    }

    @Test
    void aPluginUsesItsOwnVersionOfALibrary() {
        Path library = new PluginJar()
                .source(
                        Library.class.getName(),
                        "package io.trainyard.core.plugin.sample; public class Library {"
                                + " public static String version() { return \"of-the-plugin\"; } }")
                .write(plugins().resolve("private/library.jar"));
        PluginJar.of(
                        "vendor.Private",
                        "EnforceMLPolicy",
                        "public String name() { return io.trainyard.core.plugin.sample.Library.version(); }" + ENFORCE)
                .write(plugins().resolve("private/main.jar"), library);

        load();

        assertThat(host.plugins().names()).containsExactly("of-the-plugin");
        assertThat(Library.version()).isEqualTo("of-the-host");
        assertThat(host.inventory().entries().get(0).origin()).endsWith("private/main.jar");
    }

    @Test
    void pluginsCannotSeeEachOthersClasses() {
        Path first = good("first", 1).write(jar("first"));
        PluginJar.of(
                        "vendor.Second",
                        "EnforceMLPolicy",
                        named("second") + "public void start(PluginContext c) { new vendor.first.Good(); }" + ENFORCE)
                .write(jar("second"), first);

        load();

        assertThat(problem("second"))
                .startsWith("start failed at vendor.Second.start(Second.java:")
                .endsWith("): NoClassDefFoundError: vendor/first/Good"
                        + " (vendor.first.Good is missing from the plugin's jars)");
        assertThat(host.plugins().names()).containsExactly("first");
    }

    @Test
    void aClassThatTheHostKeepsToItselfIsExplained() {
        PluginJar.of(
                        "vendor.Curious",
                        "EnforceMLPolicy",
                        named("curious") + "public void start(PluginContext c) { io.vertx.core.Vertx.vertx(); }"
                                + ENFORCE)
                .write(jar("curious"));

        load();

        assertThat(problem("curious"))
                .contains("io.vertx.core.Vertx is missing from the plugin's jars;"
                        + " Trainyard has it, but does not share it with plugins");
    }

    @Test
    void aPluginForAnotherVersionOfTheSpiIsExplained() {
        Path otherSpi = new PluginJar()
                .source(
                        "io.trainyard.spi.model.ResourceKey",
                        "package io.trainyard.spi.model; public class ResourceKey { public static void future() {} }")
                .write(temporary.resolve("elsewhere/spi.jar"));
        PluginJar.of(
                        "vendor.Newer",
                        "EnforceMLPolicy",
                        named("newer") + "public void start(PluginContext c) { ResourceKey.future(); }" + ENFORCE)
                .write(jar("newer"), otherSpi);

        load();

        assertThat(problem("newer"))
                .contains("NoSuchMethodError")
                .contains("io.trainyard.spi.model.ResourceKey is shared with Trainyard,"
                        + " and the plugin was built for another version of it");
    }

    @Test
    void aFailingCallNamesThePluginAndRunsWithItsClassLoader() {
        PluginJar.of(
                        "vendor.Failing",
                        "EnforceMLPolicy",
                        named("failing")
                                + """
                        public void enforceMLPolicy(TrainJob job, RuntimeInfo info) {
                            if (Thread.currentThread().getContextClassLoader() != getClass().getClassLoader()) return;
                            throw new IllegalStateException("bad day");
                        }""")
                .write(jar("failing"));
        load();
        ClassLoader before = Thread.currentThread().getContextClassLoader();

        assertThatThrownBy(() -> host.plugins().mlPolicies().get(0).enforceMLPolicy(new TrainJob(), null))
                .isInstanceOf(PluginFailure.class)
                .hasMessageMatching("plugin failing failed in EnforceMLPolicy at"
                        + " vendor.Failing.enforceMLPolicy\\(Failing.java:\\d+\\): IllegalStateException: bad day");
        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
    }

    private static String named(String name) {
        return "public String name() { return \"" + name + "\"; }\n";
    }

    private static PluginJar good(String name, int order) {
        return PluginJar.of(
                "vendor." + name + ".Good",
                "EnforceMLPolicy",
                named(name) + "public int order() { return " + order + "; }" + ENFORCE);
    }

    @Test
    void anObjectOfAKindThatOnlyThePluginHasBecomesAPlainObject() {
        new PluginJar()
                .source(
                        "vendor.fabric.Fabric",
                        """
                        package vendor.fabric;
                        @io.fabric8.kubernetes.model.annotation.Group("acme.example")
                        @io.fabric8.kubernetes.model.annotation.Version("v1")
                        public class Fabric implements io.fabric8.kubernetes.api.model.HasMetadata {
                            public static class Spec { public int lanes = 4; }
                            private io.fabric8.kubernetes.api.model.ObjectMeta metadata;
                            public Spec getSpec() { return new Spec(); }
                            public String getKind() { return "Fabric"; }
                            public String getApiVersion() { return "acme.example/v1"; }
                            public void setApiVersion(String version) {}
                            public io.fabric8.kubernetes.api.model.ObjectMeta getMetadata() { return metadata; }
                            public void setMetadata(io.fabric8.kubernetes.api.model.ObjectMeta m) { metadata = m; }
                        }
                        """)
                .plugin(
                        "vendor.fabric.FabricPlugin",
                        "ComponentBuilder",
                        named("fabric")
                                + """
                                public io.smallrye.mutiny.Uni<io.trainyard.spi.component.Components> build(Request request) {
                                    Fabric fabric = new Fabric();
                                    fabric.setMetadata(new io.fabric8.kubernetes.api.model.ObjectMetaBuilder().withName("f").build());
                                    return io.smallrye.mutiny.Uni.createFrom().item(io.trainyard.spi.component.Components.of(fabric));
                                }
                                """)
                .listing("vendor.fabric.FabricPlugin")
                .write(jar("fabric"));
        load();

        HasMetadata built = host.plugins()
                .componentBuilders()
                .get(0)
                .build(null)
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create())
                .getItem()
                .components()
                .get(0)
                .object();

        assertThat(built).isInstanceOf(GenericKubernetesResource.class);
        assertThat(((GenericKubernetesResource) built).<Object>get("spec", "lanes"))
                .isEqualTo(4);
    }

    @Test
    void theOperatorMayNamePluginsThatComeFirst() {
        for (String name : List.of("alpha", "beta", "gamma")) {
            PluginJar.of("vendor." + name + ".Plugin", "EnforceMLPolicy", named(name) + ENFORCE)
                    .write(jar(name));
        }
        order = List.of("gamma", "beta");

        load();

        assertThat(host.plugins().mlPolicies()).extracting(Plugin::name).containsExactly("gamma", "beta", "alpha");
    }

    @Test
    void aPluginThatWasCompiledAgainstAnOlderSpiRunsOnThisOne() {
        Path older = new PluginJar()
                .source(
                        "io.trainyard.spi.Plugin",
                        "package io.trainyard.spi; public interface Plugin { String name(); }")
                .source(
                        "io.trainyard.spi.extension.EnforceMLPolicy",
                        """
                        package io.trainyard.spi.extension;
                        public interface EnforceMLPolicy extends io.trainyard.spi.Plugin {
                            void enforceMLPolicy(io.trainyard.spi.model.TrainJob job, io.trainyard.spi.runtime.RuntimeInfo info);
                        }
                        """)
                .write(temporary.resolve("older").resolve("spi.jar"));
        PluginJar.of(
                        "vendor.Old",
                        "EnforceMLPolicy",
                        """
                        public String name() { return "old"; }
                        public void enforceMLPolicy(TrainJob job, RuntimeInfo info) {
                            throw new InvalidTrainJobException("spec: it was called");
                        }
                        """)
                .manifest("Trainyard-Spi-Version", "1.0")
                .write(jar("old"), older);

        load();

        assertThat(host.inventory().problems()).isEmpty();
        EnforceMLPolicy policy = host.plugins().mlPolicies().get(0);
        assertThat(policy.order()).as("a default that its SPI did not have").isEqualTo(100);
        assertThatThrownBy(() -> policy.enforceMLPolicy(null, null)).hasMessage("spec: it was called");
    }

    @Test
    @Timeout(180)
    @DisplayName(
            "a plugin whose constructor, static initialiser or start() hangs is left out, and the others load (PIPE-05a)")
    void aPluginThatHangsWhileItIsLoadedIsLeftOut() {
        limits = CallLimits.DEFAULT.withStart(Duration.ofSeconds(1));
        String forever =
                "try { Thread.sleep(Long.MAX_VALUE); } catch (InterruptedException e) { throw new IllegalStateException(e); }";
        hanging("constructor", "{ " + forever + " }");
        hanging("initialiser", "static { if (System.nanoTime() != 0) { " + forever + " } }");
        hanging("start", "public void start(io.trainyard.spi.PluginContext context) { " + forever + " }");
        good("alive", 1).write(jar("alive"));

        load();

        assertThat(host.plugins().names()).containsExactly("alive");
        assertThat(problem("constructor"))
                .startsWith("vendor.constructor.Hangs could not be made: it did not come back within 1.0 s; it was in ")
                .contains("vendor.constructor.Hangs.<init>");
        assertThat(problem("initialiser")).contains("did not come back within 1.0 s", "Hangs.<clinit>");
        assertThat(problem("start"))
                .startsWith("start failed: it did not come back within 1.0 s")
                .contains("Hangs.start");
    }

    @Test
    @Timeout(180)
    void aPluginThatDoesNotHeedAnInterruptDoesNotHoldUpTheOthersEither() {
        limits = CallLimits.DEFAULT.withStart(Duration.ofSeconds(1));
        hanging(
                "deaf",
                "{ long end = System.nanoTime() + 5_000_000_000L; while (System.nanoTime() < end) { Thread.onSpinWait(); } }");
        good("alive", 1).write(jar("alive"));

        load();

        assertThat(host.plugins().names()).containsExactly("alive");
        assertThat(problem("deaf")).contains("did not come back");
    }

    @Test
    @Timeout(180)
    @DisplayName("the plugin that everything waits for is named while it hangs, and no longer (PIPE-05a)")
    void thePluginThatIsBeingStartedIsNamed() throws Exception {
        limits = CallLimits.DEFAULT.withStart(Duration.ofSeconds(50));
        String released = PluginHostTest.class.getName() + ".released";
        hanging(
                "slow",
                "public void start(io.trainyard.spi.PluginContext context) { while (System.getProperty(\"" + released
                        + "\") == null) { Thread.onSpinWait(); } }");
        PluginInvoker invoker = invoker();
        CompletableFuture<Void> loading = CompletableFuture.runAsync(() -> load(invoker, Set.of()));
        try {
            while (invoker.starting().filter("slow"::equals).isEmpty()) {
                assertThat(loading).isNotDone();
                Thread.onSpinWait();
            }
        } finally {
            System.setProperty(released, "");
            loading.get(50, TimeUnit.SECONDS);
            System.clearProperty(released);
        }

        assertThat(invoker.starting()).isEmpty();
        assertThat(host.plugins().names()).containsExactly("slow");
    }

    private void hanging(String name, String member) {
        PluginJar.of(
                        "vendor." + name + ".Hangs",
                        "EnforceMLPolicy",
                        "public String name() { return \"" + name + "\"; }" + ENFORCE + member)
                .write(jar(name));
    }

    private void badlyNamed(String file, String expression) {
        PluginJar.of(
                        "vendor." + file + ".Named",
                        "EnforceMLPolicy",
                        "public String name() { return " + expression + "; }" + ENFORCE)
                .write(jar(file));
    }

    private Path plugins() {
        return temporary.resolve("plugins");
    }

    private Path jar(String name) {
        return plugins().resolve(name + ".jar");
    }

    private Set<String> disabled = Set.of();
    private Optional<String> terminalCondition = Optional.empty();
    private CallLimits limits = CallLimits.DEFAULT;

    private void load() {
        load(Set.of());
    }

    private void load(Set<String> required, Plugin... builtIns) {
        load(invoker(), required, builtIns);
    }

    private PluginInvoker invoker() {
        return new PluginInvoker(
                new ManualTimeSource(), Runnable::run, limits, (plugin, point, duration, failed) -> {});
    }

    private void load(PluginInvoker invoker, Set<String> required, Plugin... builtIns) {
        ObjectReader noObjects = null;
        host = PluginHost.load(new PluginSetup(
                List.of(builtIns),
                PluginDirectory.read(plugins()),
                order,
                disabled,
                required,
                terminalCondition,
                name -> new StartContext(Clock.systemUTC(), Map.of("for", name), noObjects),
                invoker,
                PluginClassLoaders.separate()));
    }

    private String problem(String name) {
        return host.inventory().problems().stream()
                .filter(entry -> entry.origin().equals(jar(name).toString()))
                .findFirst()
                .orElseThrow()
                .problem()
                .orElseThrow();
    }

    private static class BuiltInPolicy implements EnforceMLPolicy {
        private final String name;
        private final int order;

        BuiltInPolicy(String name, int order) {
            this.name = name;
            this.order = order;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int order() {
            return order;
        }

        @Override
        public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {}
    }
}
