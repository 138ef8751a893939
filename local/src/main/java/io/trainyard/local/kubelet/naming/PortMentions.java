package io.trainyard.local.kubelet.naming;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.regex.PlainText;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds the ports at which the pods of a group may want to meet. */
public final class PortMentions {
    private static final Set<String> PORT_VARIABLES =
            Set.of("PET_MASTER_PORT", "MASTER_PORT", "DMLC_TRACKER_PORT", "PET_RDZV_PORT", "COORDINATOR_PORT");
    private static final LinearPattern BEHIND_COLON = LinearPattern.of(":([1-9][0-9]{1,4})");
    private static final LinearPattern GOES_ON = LinearPattern.of("[0-9A-Za-z.]");
    private static final int FIRST_ORDINARY = 1024;
    private static final int LAST = 65_535;

    private PortMentions() {}

    /** Whether the whole value of this variable is a port. */
    static boolean isPortVariable(String name) {
        return PORT_VARIABLES.contains(name);
    }

    /** Ports that are declared, or that variables and arguments name behind a colon or as the whole value of a port variable. */
    public static Set<Integer> in(PodSpec pod) {
        Set<Integer> ports = new TreeSet<>();
        for (ContainerSpec container : pod.allContainers()) {
            ports.addAll(container.ports().values());
            container.command().forEach(text -> addBehindColons(text, ports));
            container.args().forEach(text -> addBehindColons(text, ports));
            for (Map<String, Object> variable : Tree.objects(container.tree(), "env")) {
                String value = Tree.text(variable, "value");
                addBehindColons(value, ports);
                if (isPortVariable(Tree.text(variable, "name")) && PlainText.isNumber(value, 5)) {
                    ports.add(Integer.valueOf(value));
                }
            }
        }
        ports.removeIf(port -> port < FIRST_ORDINARY || port > LAST);
        return ports;
    }

    private static void addBehindColons(String text, Set<Integer> ports) {
        Matcher mention = BEHIND_COLON.matcher(text);
        while (mention.find()) {
            if (!GOES_ON.isFoundIn(text.substring(mention.end(), Math.min(mention.end() + 1, text.length())))) {
                ports.add(Integer.valueOf(mention.group(1)));
            }
        }
    }
}
