package io.trainyard.spi.framework;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What is probably wrong with the command of the trainer container, whatever the framework. Pure. */
public final class CommandWarnings {
    private static final LinearPattern WORD = LinearPattern.of("([^ ]+)");

    private CommandWarnings() {}

    /**
     * References to variables that nobody defines, and a command that is one string.
     *
     * @param ownNames which names look like variables of ours; others may be known to the shell or the image
     * @param injected variables that the plugin will add
     */
    public static List<String> of(
            RuntimeInfo info, ContainerView container, Pattern ownNames, Collection<String> injected) {
        List<String> found = new ArrayList<>();
        unresolvedReferences(info, container, ownNames, injected).ifPresent(found::add);
        unsplitCommand(info, container).ifPresent(found::add);
        return found;
    }

    /** Kubernetes leaves a reference to a variable that nobody defines as it is. */
    private static Optional<String> unresolvedReferences(
            RuntimeInfo info, ContainerView container, Pattern ownNames, Collection<String> injected) {
        Set<String> defined =
                container.environment().merged().stream().map(EnvVar::getName).collect(Collectors.toSet());
        defined.addAll(injected);
        List<String> unresolved = VariableReferences.in(
                        CommandLine.of(container).words())
                .stream()
                .filter(name -> ownNames.matcher(name).matches() && !defined.contains(name))
                .map(name -> "$(" + name + ")")
                .toList();
        return unresolved.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        CommandLine.path(info) + ": " + String.join(", ", unresolved)
                                + " will stay as it is, because nothing defines a variable of that name; write $$ for a plain dollar");
    }

    /** No shell splits the one word of such a command. */
    private static Optional<String> unsplitCommand(RuntimeInfo info, ContainerView container) {
        if (container.command().size() != 1 || !container.args().isEmpty()) {
            return Optional.empty();
        }
        String command = container.command().get(0).strip();
        return command.contains(" ")
                ? Optional.of(CommandLine.path(info) + ": \"" + command
                        + "\" is one word to a container, so no such program will be found; write ["
                        + String.join(", ", WORD.groupsIn(command)) + "]")
                : Optional.empty();
    }
}
