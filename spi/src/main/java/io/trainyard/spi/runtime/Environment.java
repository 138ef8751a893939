package io.trainyard.spi.runtime;

import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The variables of one container, from three sources: plugins, the runtime's template, and the user ({@code spec.trainer.env}).
 *
 * <p>Final order: variables declared by plugins, in the order of declaration; then the template's, with the user's replacements in
 * place; then variables that plugins appended; then the user's remaining ones. Kubernetes expands {@code $(NAME)} only from earlier entries,
 * so a template may refer to what plugins declare.
 */
public final class Environment {
    /** Who wins when a plugin, the template and the user all define a variable. */
    public enum Precedence {
        /** The plugin's value always wins; a user who sets it is refused at admission. */
        RESERVED,
        /** The plugin's value is used only if neither template nor user defines the name. */
        SET_IF_ABSENT,
        /** As {@link #SET_IF_ABSENT}; the plugin's validation warns a user who overrides it. */
        USER_WINS
    }

    private record Declared(EnvVar variable, Precedence precedence) {}

    private final Freezable freezable;
    private final Collection<EnvVar> template;
    private final Map<String, EnvVar> replaced = new HashMap<>();
    private final Map<String, EnvVar> appended = new LinkedHashMap<>();
    private final Map<String, EnvVar> user = new LinkedHashMap<>();
    private final Map<String, Declared> declared = new LinkedHashMap<>();
    private final Set<String> reserved = new LinkedHashSet<>();

    Environment(Freezable freezable, Collection<EnvVar> template) {
        this.freezable = freezable;
        this.template = template;
    }

    /** Declares a variable of the plugin; declaring a name again replaces the earlier declaration in place. */
    public void declare(EnvVar variable, Precedence precedence) {
        freezable.requireMutable();
        declared.put(variable.getName(), new Declared(variable, precedence));
    }

    /** Declares a variable with a literal value. */
    public void declare(String name, String value, Precedence precedence) {
        declare(new EnvVar(name, value, null), precedence);
    }

    /** Replaces the whole variable of that name in the template, else appends it after the template's variables. */
    public void upsert(EnvVar variable) {
        freezable.requireMutable();
        (isInTemplate(variable.getName()) ? replaced : appended).put(variable.getName(), variable);
    }

    /** The same, and whatever the user sets, this value stays. */
    public void upsertReserved(String name, String value) {
        upsert(new EnvVar(name, value, null));
        reserved.add(name);
    }

    /** Keeps a name from the user, who is refused at admission, without setting a variable; one of the template stays as it is. */
    public void reserve(String name) {
        freezable.requireMutable();
        reserved.add(name);
    }

    /**
     * Adds the user's variables; a later one of the same name replaces an earlier one in place. The host has already done this for the trainer
     * container.
     */
    public void addUserVariables(Collection<EnvVar> variables) {
        freezable.requireMutable();
        variables.forEach(variable -> user.put(variable.getName(), variable));
    }

    /** The variable of that name as the container would get it now; empty when there is none. */
    public Optional<EnvVar> find(String name) {
        return merged().stream()
                .filter(variable -> name.equals(variable.getName()))
                .findFirst();
    }

    /** True when the template or the user defines this name. */
    public boolean isDefinedByTemplateOrUser(String name) {
        return user.containsKey(name) || appended.containsKey(name) || isInTemplate(name);
    }

    /** True when a plugin reserved this name: the user may not set it, and the value of the plugin, if it has one, stays whatever else sets it. */
    public boolean isReserved(String name) {
        Declared declaration = declared.get(name);
        return reserved.contains(name) || (declaration != null && declaration.precedence() == Precedence.RESERVED);
    }

    /** Names that a plugin reserved and that the user set all the same; the user's values are dropped. Sorted as declared. */
    public List<String> ignoredUserVariables() {
        return Stream.concat(declared.keySet().stream(), reserved.stream())
                .filter(name -> isReserved(name) && user.containsKey(name))
                .distinct()
                .toList();
    }

    /** True when plugins or the user say anything; otherwise the variables are exactly those of the template. */
    public boolean isChanged() {
        return !(declared.isEmpty() && replaced.isEmpty() && appended.isEmpty() && user.isEmpty());
    }

    /** All variables in their final order; no name occurs twice. */
    public List<EnvVar> merged() {
        Map<String, EnvVar> inherited = new LinkedHashMap<>();
        template.forEach(variable -> inherited.put(variable.getName(), variable));
        inherited.putAll(replaced);
        inherited.putAll(appended);
        Map<String, EnvVar> merged = new LinkedHashMap<>();
        for (Declared candidate : declared.values()) {
            String name = candidate.variable().getName();
            if (candidate.precedence() == Precedence.RESERVED
                    || !(inherited.containsKey(name) || user.containsKey(name))) {
                merged.put(name, candidate.variable());
            }
        }
        inherited.forEach((name, variable) ->
                merged.putIfAbsent(name, reserved.contains(name) ? variable : user.getOrDefault(name, variable)));
        user.forEach((name, variable) -> {
            if (!reserved.contains(name)) {
                merged.putIfAbsent(name, variable);
            }
        });
        return List.copyOf(merged.values());
    }

    private boolean isInTemplate(String name) {
        for (EnvVar variable : template) {
            if (name.equals(variable.getName())) {
                return true;
            }
        }
        return false;
    }
}
