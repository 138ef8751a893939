package io.trainyard.launcher.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What shells complete besides commands and options: names of runs, looked up when they are needed without starting Java, and names of runtimes.
 *
 * @param runtimes folder with those that come with Trainyard; empty when there is none
 */
record CompletionNames(Optional<Path> runtimes) {
    /** Their first argument is a run. */
    static final List<String> WITH_RUN =
            List.of("attach", "clean", "exec", "logs", "report", "scale", "shell", "status", "stop", "top", "why");

    /** The options whose value is the name of a runtime. */
    static final String RUNTIME_OPTION = "--runtime";

    /** Their first argument may also be a TrainJob of the service of the folder. */
    static final List<String> WITH_JOB =
            WITH_RUN.stream().filter(command -> !command.equals("clean")).toList();

    /** Shells take words to choose from for text of their own, commands in it included; in a folder from somewhere, files may be called like commands. */
    private static final String NAMES_ALONE = " | grep -x '[A-Za-z0-9._-]*'";

    private static final String LS_RUNS = "ls .trainyard/runs 2>/dev/null" + NAMES_ALONE;

    /** A run is called by the day and time of its start, and by its TrainJob, whose name alone will do. */
    private static final String LIST_RUNS = LS_RUNS + "; " + LS_RUNS + " | sed 's/^[0-9]*-[0-9]*-//' | sort -u";

    /** A TrainJob of the service is known by the folders of its pods. */
    private static final String LIST_JOBS = LIST_RUNS + "; ls .trainyard/service/pods 2>/dev/null" + NAMES_ALONE
            + " | sed -n 's/-node-[0-9]*-[0-9]*-.*//p' | sort -u";

    private static final String BASH =
            """

            # Names of runs and runtimes: they come before what the script above knows.
            function _trainyard_with_names() {
              local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
              if [[ $before == {option} ]]; then
                COMPREPLY=( $(compgen -W "{runtimes}" -- "$word") )
                return 0
              fi
              case ${COMP_WORDS[1]} in
                {job commands})
                  if [[ $COMP_CWORD -eq 2 && $word != -* ]]; then
                    COMPREPLY=( $(compgen -W "latest $({jobs})" -- "$word") )
                    return 0
                  fi ;;
                {run commands})
                  if [[ $COMP_CWORD -eq 2 && $word != -* ]]; then
                    COMPREPLY=( $(compgen -W "latest $({runs})" -- "$word") )
                    return 0
                  fi ;;
              esac
              _complete_trainyard "$@"
            }
            complete -F _trainyard_with_names -o default trainyard trainyard.sh trainyard.bash
            """;

    /** Lists, in a shell, what may be named as the first argument of a command. */
    static String listFor(String command) {
        return WITH_JOB.contains(command) ? LIST_JOBS : LIST_RUNS;
    }

    /** The names of runtimes that come with Trainyard; their files are called like them. */
    List<String> runtimeNames() {
        if (runtimes.isEmpty()) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(runtimes.get())) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(".yaml"))
                    .map(name -> name.substring(0, name.length() - ".yaml".length()))
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot list " + runtimes.get(), unreadable);
        }
    }

    /** What follows the script for bash, which zsh understands, too. */
    String bash() {
        return BASH.replace("{option}", RUNTIME_OPTION)
                .replace("{runtimes}", String.join(" ", runtimeNames()))
                .replace("{job commands}", String.join("|", WITH_JOB))
                .replace("{jobs}", LIST_JOBS)
                .replace("{run commands}", String.join("|", WITH_RUN))
                .replace("{runs}", LIST_RUNS);
    }
}
