package io.trainyard.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.archive.ControllerRehearsal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the start script calls Java; a script that prints its arguments stands for Java. */
final class StartScriptTest {
    private static final Path SCRIPT = Path.of("src/main/dist/bin/trainyard").toAbsolutePath();
    private static final String JAVA =
            """
            #!/bin/sh
            case $* in *' -version') set -- -version ;; esac
            case $1 in
              -version) echo 'openjdk version "17.0.1" 2021-10-19' >&2 ;;
              -XX:DumpLoadedClassList=*)
                echo "$@" >>"${0%/*}/rehearsed"
                touch "${1#*=}" ;;
              -Xshare:dump)
                for argument; do case $argument in -XX:SharedArchiveFile=*) touch "${argument#*=}" ;; esac; done
                echo "$@" >>"${0%/*}/archived" ;;
              *) for argument; do echo "$argument"; done ;;
            esac
            """;

    private static final String ARCHIVE = "-XX:SharedArchiveFile=";

    /** Of a machine with all locales but one. */
    private static final String LOCALE =
            """
            #!/bin/sh
            case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
              not_HERE.UTF-8) echo ANSI_X3.4-1968 ;;
              *) echo UTF-8 ;;
            esac
            """;

    @TempDir
    private Path folder;

    private Path program = Path.of("");

    @BeforeEach
    void install() throws Exception {
        program = Files.createDirectories(folder.resolve("home/bin")).resolve("trainyard");
        Files.copy(SCRIPT, program);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        install("java");
        Path locale = Files.writeString(folder.resolve("java/bin/locale"), LOCALE);
        assertThat(locale.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void optionsOfTheUserComeAfterOursAndBeforeTheProgram() throws Exception {
        List<String> arguments = start("-Xms1g  -XX:TieredStopAtLevel=4 -Da=*", "controller", "--config", "a b");

        int program = arguments.indexOf("-jar");
        assertThat(arguments.subList(program - 3, program))
                .containsExactly("-Xms1g", "-XX:TieredStopAtLevel=4", "-Da=*");
        assertThat(arguments.subList(0, program - 3))
                .contains("-Xms24m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
        assertThat(arguments.subList(program + 2, arguments.size())).containsExactly("controller", "--config", "a b");
    }

    @Test
    void aGarbageCollectorOfTheUserReplacesOursBecauseTheJvmRefusesTwo() throws Exception {
        assertThat(start("-XX:+UseG1GC", "version")).contains("-XX:+UseG1GC").doesNotContain("-XX:+UseSerialGC");
    }

    @Test
    void withoutOptionsOfTheUserOnlyOursAreThere() throws Exception {
        List<String> arguments = start("", "version");

        assertThat(arguments.subList(arguments.size() - 3, arguments.size()))
                .containsExactly("-jar", folder.resolve("home/lib/launcher.jar").toString(), "version");
        assertThat(arguments).allSatisfy(argument -> assertThat(argument).isNotEmpty());
    }

    @Test
    @DisplayName(
            "commands and controllers have archives of their own, each made once, by the first start that needs it")
    void eachKindOfStartHasAnArchiveOfItsOwn() throws Exception {
        String commands = archive("version");
        String controllers = archive("controller");
        assertThat(archive("controller")).isEqualTo(controllers);
        assertThat(archive("ps")).isEqualTo(commands);
        assertThat(Path.of(commands).getParent()).isEqualTo(folder.resolve("home/classes"));

        assertThat(Files.readAllLines(folder.resolve("java/bin/archived"))).hasSize(2);
        assertThat(Files.readAllLines(folder.resolve("java/bin/rehearsed")))
                .satisfiesExactly(run -> assertThat(run).contains(" run "), controller -> assertThat(controller)
                        .contains(" " + ControllerRehearsal.class.getName() + " "));
        assertThat(names(folder.resolve("home/classes")))
                .satisfiesExactlyInAnyOrder(
                        name -> assertThat(name).endsWith(".commands.jsa"),
                        name -> assertThat(name).endsWith(".commands.java"),
                        name -> assertThat(name).endsWith(".controller.jsa"),
                        name -> assertThat(name).endsWith(".controller.java"));
    }

    @Test
    @DisplayName("Javas used by turns have archives of their own, each made once, whatever link names them")
    void eachJavaHasAnArchiveOfItsOwn() throws Exception {
        Path other = install("other");
        Path link = Files.createSymbolicLink(
                folder.resolve("link"), other.getParent().getParent());

        String first = archive(Map.of(), "version");
        String second =
                archive(Map.of("TRAINYARD_JAVA_HOME", folder.resolve("other").toString()), "version");
        assertThat(second).isNotEqualTo(first);
        assertThat(archive(Map.of(), "version")).isEqualTo(first);
        assertThat(archive(Map.of("JAVA_HOME", link.toString()), "version")).isEqualTo(second);

        assertThat(Files.readAllLines(folder.resolve("java/bin/archived"))).hasSize(1);
        assertThat(Files.readAllLines(folder.resolve("other/bin/archived"))).hasSize(1);
    }

    @Test
    @DisplayName("an archive is replaced when Java or the distribution is replaced")
    void whatWasReplacedGetsAnotherArchive() throws Exception {
        String first = archive("version");
        Files.writeString(folder.resolve("java/release"), "JAVA_VERSION=\"17.0.2\"\nMODULES=\"java.base\"");
        assertThat(archive("version")).isEqualTo(first);
        assertThat(archive("version")).isEqualTo(first);
        assertThat(Files.readAllLines(folder.resolve("java/bin/archived"))).hasSize(2);

        Path built = Files.writeString(folder.resolve("home/.built"), "another content\n");
        Files.setLastModifiedTime(built, FileTime.fromMillis(0));
        assertThat(archive("version")).isEqualTo(first);
        assertThat(archive("version")).isEqualTo(first);
        assertThat(Files.readAllLines(folder.resolve("java/bin/archived"))).hasSize(3);
        assertThat(names(folder.resolve("home/classes"))).hasSize(2);
    }

    @Test
    @DisplayName("where the distribution is read-only, the archive lies in the user's cache, if there is one")
    void theUsersCache() throws Exception {
        Files.createFile(folder.resolve("home/classes"));
        String user = folder.resolve("user").toString();
        String cache = folder.resolve("cache").toString();

        assertThat(archive(Map.of("HOME", user, "XDG_CACHE_HOME", ""), "version"))
                .startsWith(user + "/.cache/trainyard/classes/");
        assertThat(archive(Map.of("HOME", user, "XDG_CACHE_HOME", cache), "version"))
                .startsWith(cache + "/trainyard/classes/");
        assertThat(archive(Map.of("HOME", user, "XDG_CACHE_HOME", cache), "version"))
                .startsWith(cache + "/trainyard/classes/");
        assertThat(start(Map.of("HOME", "", "XDG_CACHE_HOME", "relative"), "", "version"))
                .noneMatch(argument -> argument.startsWith(ARCHIVE));

        assertThat(Files.readAllLines(folder.resolve("java/bin/archived"))).hasSize(2);
    }

    @Test
    @DisplayName("archives of a Java that is gone go, and of the others the newest six stay")
    void oldArchivesGo() throws Exception {
        Path classes = folder.resolve("home/classes");
        archive("version");
        Path gone = install("gone");
        archive(Map.of("JAVA_HOME", folder.resolve("gone").toString()), "version");
        Files.delete(gone);
        for (int i = 0; i < 9; i++) {
            install("java" + i);
            archive(Map.of("JAVA_HOME", folder.resolve("java" + i).toString()), "version");
        }

        assertThat(names(classes)).hasSize(12);
        assertThat(names(classes)).filteredOn(name -> name.endsWith(".jsa")).hasSize(6);
        archive(Map.of("JAVA_HOME", folder.resolve("java8").toString()), "version");
        assertThat(Files.readAllLines(folder.resolve("java8/bin/archived"))).hasSize(1);
    }

    @Test
    @DisplayName("an archive belongs to the folder that it was made in: Java takes none of another one")
    void aDistributionThatWasMovedGetsAnotherArchive() throws Exception {
        start("", "version");
        Files.move(folder.resolve("home"), folder.resolve("elsewhere"));
        program = folder.resolve("elsewhere/bin/trainyard");

        assertThat(archive("version")).startsWith(folder.resolve("elsewhere/classes") + "/");
        assertThat(Files.readAllLines(folder.resolve("java/bin/archived"))).hasSize(2);
    }

    @Test
    @DisplayName("a rehearsal that comes to nothing leaves a start without an archive, and is not tried again")
    void withoutAListThereIsNoArchive() throws Exception {
        Path java = folder.resolve("java/bin/java");
        Files.writeString(java, JAVA.replace("touch \"${1#*=}\" ;;", ";;"));

        assertThat(start("", "version")).noneMatch(argument -> argument.startsWith(ARCHIVE));
        assertThat(start("", "version")).noneMatch(argument -> argument.startsWith(ARCHIVE));

        assertThat(Files.readAllLines(folder.resolve("java/bin/rehearsed"))).hasSize(1);
        assertThat(folder.resolve("java/bin/archived")).doesNotExist();
    }

    @Test
    @DisplayName(
            "where the locale knows no letters but English ones, Java gets one that does, and is told what the user had (LOCAL-233)")
    void namesOfFilesMayHaveAnyLetters() throws Exception {
        Files.writeString(
                folder.resolve("java/bin/java"),
                JAVA.replace("*) for", "*) echo \"${LC_ALL-unset} ${TRAINYARD_LC_ALL-unset}\"; for"));

        assertThat(locale(Map.of())).isEqualTo("C.UTF-8 ");
        assertThat(locale(Map.of("LC_ALL", "C"))).isEqualTo("C.UTF-8 =C");
        assertThat(locale(Map.of("LC_ALL", "", "LANG", "POSIX"))).isEqualTo("C.UTF-8 =");
        assertThat(locale(Map.of("LC_CTYPE", "de_DE.UTF-8", "LANG", "C"))).isEqualTo("unset unset");
        assertThat(locale(Map.of("LC_ALL", "en_US.UTF-8", "TRAINYARD_LC_ALL", "=C")))
                .isEqualTo("en_US.UTF-8 unset");
        assertThat(locale(Map.of("LANG", "not_HERE.UTF-8"))).isEqualTo("C.UTF-8 ");
        assertThat(locale(Map.of("LC_ALL", "not_HERE.UTF-8"))).isEqualTo("C.UTF-8 =not_HERE.UTF-8");
    }

    @Test
    @DisplayName(
            "a service keeps its memory small, unless the user has said otherwise, and is told whose wish that is (LOCAL-233)")
    void aServiceKeepsItsMemorySmall() throws Exception {
        Files.writeString(
                folder.resolve("java/bin/java"),
                JAVA.replace("*) for", "*) echo \"${MALLOC_ARENA_MAX-unset} ${TRAINYARD_MALLOC-unset}\"; for"));

        assertThat(start("", "up").get(0)).isEqualTo("1 1");
        assertThat(start(Map.of("MALLOC_ARENA_MAX", "4"), "", "up").get(0)).isEqualTo("4 unset");
        assertThat(start("", "run").get(0)).isEqualTo("unset unset");
    }

    @Test
    @DisplayName("what Java says and leaves behind is kept away from the user (LOCAL-340)")
    void javaIsQuiet() throws Exception {
        assertThat(start("", "version"))
                .contains(
                        "-XX:ErrorFile=/tmp/trainyard-java-%p.log",
                        "-XX:-DisplayVMOutput", "-XX:-PrintWarnings", "-XX:-CreateCoredumpOnCrash");
    }

    @Test
    @DisplayName("the home folder is that of the user's shell, and never ?, which Java takes for an unknown user's")
    void theHomeFolder() throws Exception {
        Path id = Files.writeString(folder.resolve("java/bin/id"), "#!/bin/sh\nexit ${UNKNOWN:-0}\n");
        assertThat(id.toFile().setExecutable(true)).isTrue();

        assertThat(start(Map.of("HOME", "/home/of mine"), "", "version")).contains("-Duser.home=/home/of mine");
        assertThat(start(Map.of("HOME", "", "UNKNOWN", "1"), "", "version")).contains("-Duser.home=/");
        assertThat(start(Map.of("HOME", ""), "", "version")).noneMatch(argument -> argument.startsWith("-Duser.home="));
    }

    @Test
    @DisplayName("where the address space is bounded, Java reserves little of it; too little is told in a sentence")
    void aBoundedAddressSpace() throws Exception {
        start("", "version");
        Path trainyard = program;
        program = Files.writeString(
                folder.resolve("bounded"), "#!/bin/sh\nulimit -v $LIMIT\nexec " + trainyard + " \"$@\"\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();

        assertThat(start(Map.of("LIMIT", "4000000"), "", "run"))
                .contains("-XX:CompressedClassSpaceSize=64m", "-XX:ReservedCodeCacheSize=48m");
        assertThat(start(Map.of("LIMIT", "unlimited"), "", "run"))
                .noneMatch(argument -> argument.startsWith("-XX:CompressedClassSpaceSize"));
        Process refused = new ProcessBuilder("sh", "-c", "ulimit -v 500000; exec " + trainyard + " run")
                .redirectErrorStream(true)
                .start();
        assertThat(new String(refused.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(
                        "trainyard: Java needs an address space of 1000000 KiB, and 'ulimit -v' allows 500000; raise it\n");
        assertThat(refused.waitFor()).isEqualTo(1);
    }

    /** A Java in a folder of that name. */
    private Path install(String name) throws Exception {
        Path java = Files.createDirectories(folder.resolve(name).resolve("bin")).resolve("java");
        Files.writeString(java, JAVA);
        assertThat(java.toFile().setExecutable(true)).isTrue();
        return java;
    }

    private static List<String> names(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private String archive(String command) throws Exception {
        return archive(Map.of(), command);
    }

    /** The one that Java is to take. */
    private String archive(Map<String, String> variables, String command) throws Exception {
        List<String> taken = start(variables, "", command).stream()
                .filter(argument -> argument.startsWith(ARCHIVE))
                .toList();
        assertThat(taken).hasSize(1);
        return taken.get(0).substring(ARCHIVE.length());
    }

    private String locale(Map<String, String> variables) throws Exception {
        return start(variables, "", "version").get(0);
    }

    private List<String> start(String options, String... arguments) throws Exception {
        return start(Map.of(), options, arguments);
    }

    private List<String> start(Map<String, String> variables, String options, String... arguments) throws Exception {
        List<String> command = new java.util.ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", folder.resolve("java").toString());
        builder.environment().put("PATH", folder.resolve("java/bin") + ":" + System.getenv("PATH"));
        builder.environment().put("TRAINYARD_JAVA_OPTS", options);
        builder.environment().remove("TRAINYARD_JAVA_HOME");
        builder.environment()
                .keySet()
                .removeIf(name -> name.startsWith("LC_") || name.equals("LANG") || name.contains("MALLOC"));
        builder.environment().putAll(variables);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output.lines().toList();
    }
}
