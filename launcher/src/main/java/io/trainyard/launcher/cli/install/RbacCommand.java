package io.trainyard.launcher.cli.install;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.core.config.Configuration;
import io.trainyard.core.permission.InstallationNames;
import io.trainyard.core.permission.RoleManifests;
import io.trainyard.foundation.name.DnsName;
import io.trainyard.launcher.cli.plugins.PluginFlags;
import io.trainyard.launcher.cli.plugins.PluginSource;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.spi.Permission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the roles that the controller needs with the plugins at hand, and nothing more than that. */
@Command(
        name = "rbac",
        header = "Print the roles that the controller needs, for kubectl.",
        description = {
            "",
            "Prints a ClusterRole and a Role with what the controller and its plugins do, each rule with its reason. With --plugin, prints a "
                    + "ClusterRole and its binding for plugins that are added to an installation. With --dashboard, prints those of the web page. "
                    + "With --namespaces, prints a Role and its binding for each of them.",
            "A ClusterRole of its own grants the Secrets that plugins make, such as the keys of MPI jobs. It is bound only in the namespaces of "
                    + "--secrets-in."
        },
        footer = {
            "  trainyard rbac --without coscheduling,volcano,kai > roles.yaml",
            "  trainyard rbac --plugins-dir . --plugin acme | kubectl apply -f -",
            "  trainyard rbac --namespaces team-a,team-b | kubectl apply -f -",
            "  trainyard rbac --secrets-in team-a | kubectl apply -f -"
        })
public final class RbacCommand implements Callable<Integer> {
    private static final String SECRETS_IN = "--secrets-in";

    private final Environment environment;
    private final Function<PluginSource, Map<String, List<Permission>>> permissions;

    @Option(names = "--plugin", paramLabel = "NAME", description = "Only what this plugin needs. May be repeated.")
    private List<String> only = new ArrayList<>();

    @Option(names = "--dashboard", description = "Only what the web page needs beyond the rest.")
    private boolean dashboard;

    @Option(names = "--kueue", description = "Only what the web page needs to show Kueue's queues.")
    private boolean kueue;

    @Option(
            names = "--without",
            paramLabel = "NAMES",
            split = ",",
            description =
                    "Plugins whose rules are left out, with commas between them: those of schedulers that the cluster does not have.")
    private List<String> without = new ArrayList<>();

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "The namespace of the controller (kubeflow-system).")
    private @Nullable String namespace;

    @Option(
            names = "--namespaces",
            paramLabel = "NAMESPACES",
            split = ",",
            description =
                    "The namespaces that the controller serves, with commas between them (those of the configuration, else all).")
    private @Nullable List<String> served;

    @Option(
            names = SECRETS_IN,
            paramLabel = "NAMESPACES",
            split = ",",
            description =
                    "Namespaces in which plugins may create and read the Secrets that they ask for, with commas between them (none). This right lets "
                            + "plugins act as each ServiceAccount of the namespace.")
    private List<String> secretsIn = new ArrayList<>();

    @Mixin
    private PluginFlags pluginFlags = new PluginFlags();

    public RbacCommand(Environment environment, Function<PluginSource, Map<String, List<Permission>>> permissions) {
        this.environment = environment;
        this.permissions = permissions;
    }

    @Override
    public Integer call() {
        Configuration configuration = pluginFlags.configuration(environment);
        Map<String, List<Permission>> plugins =
                new TreeMap<>(permissions.apply(pluginFlags.source(configuration, environment)));
        plugins.keySet().removeAll(without);
        List<String> namespaces = namespaces(configuration);
        RoleManifests manifests =
                new RoleManifests(names(configuration), namespaces, checked(SECRETS_IN, secretsIn, namespaces));
        if (dashboard) {
            environment.out().print(manifests.ofDashboard());
        } else if (kueue) {
            environment.out().print(manifests.ofKueue());
        } else if (only.isEmpty()) {
            environment.out().print(manifests.ofController(plugins));
        } else {
            environment.out().print(manifests.ofPluginsAlone(chosen(plugins)));
        }
        return ExitCodes.DONE;
    }

    private InstallationNames names(Configuration configuration) {
        InstallationNames usual = InstallationNames.DEFAULT;
        return new InstallationNames(
                usual.controller(),
                namespace == null ? usual.namespace() : namespace,
                configuration.certManagement().webhookSecretName(),
                configuration
                        .leaderElection()
                        .map(election -> election.resourceName())
                        .orElse(usual.lease()));
    }

    private List<String> namespaces(Configuration configuration) {
        List<String> chosen = served == null ? configuration.trainyard().watchNamespaces() : served;
        return checked("--namespaces", chosen, List.of());
    }

    /** @param among those that are possible; empty for all */
    private static List<String> checked(String option, List<String> chosen, List<String> among) {
        for (String name : chosen) {
            if (!DnsName.isLabel(name)) {
                throw wrong(option + ": \"" + name + "\" cannot be the name of a namespace");
            }
            if (!among.isEmpty() && !among.contains(name)) {
                throw wrong(option + ": " + name + " is not served; these namespaces are: " + String.join(", ", among));
            }
        }
        return chosen.stream().distinct().toList();
    }

    private Map<String, List<Permission>> chosen(Map<String, List<Permission>> plugins) {
        Map<String, List<Permission>> chosen = new TreeMap<>(plugins);
        for (String name : only) {
            if (!plugins.containsKey(name)) {
                throw wrong("--plugin: no plugin " + name + " asks for permissions; these do: "
                        + (plugins.isEmpty() ? "none" : String.join(", ", plugins.keySet())));
            }
        }
        chosen.keySet().retainAll(only);
        return chosen;
    }
}
