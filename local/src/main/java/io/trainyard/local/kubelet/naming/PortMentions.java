package io.trainyard.local.kubelet.naming;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.regex.PlainText;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Finds the ports at which the pods of a group are going to listen: those that containers declare, and those at which they meet. A port of another
 * address is somebody else's, such as that of a server which the user has started on this machine.
 */
public final class PortMentions {
    private static final Set<String> PORT_VARIABLES =
            Set.of("PET_MASTER_PORT", "MASTER_PORT", "DMLC_TRACKER_PORT", "PET_RDZV_PORT", "COORDINATOR_PORT");
    /** A host, or a reference to a variable that holds one, and a port. */
    private static final LinearPattern MEETING =
            LinearPattern.of("(?:\\$\\(([^)]*)\\)|([-A-Za-z0-9.]+)):([1-9][0-9]{1,4})");

    private static final LinearPattern GOES_ON = LinearPattern.of("[0-9A-Za-z.]");
    private static final int FIRST_ORDINARY = 1024;
    private static final int LAST = 65_535;

    private PortMentions() {}

    /** Whether the whole value of this variable is a port. */
    static boolean isPortVariable(String name) {
        return PORT_VARIABLES.contains(name);
    }

    /**
     * The ports of one pod.
     *
     * @param addressOf the address of a name; empty when it is no name of a pod
     */
    public static Set<Integer> in(PodSpec pod, Function<String, Optional<String>> addressOf) {
        Set<Integer> ports = new TreeSet<>();
        for (ContainerSpec container : pod.allContainers()) {
            ports.addAll(container.ports().values());
            Map<String, String> variables = new LinkedHashMap<>();
            Tree.objects(container.tree(), "env")
                    .forEach(each -> variables.put(Tree.text(each, "name"), Tree.text(each, "value")));
            variables.forEach((name, value) -> {
                if (isPortVariable(name) && PlainText.isNumber(value, 5)) {
                    ports.add(Integer.valueOf(value));
                }
            });
            Stream.of(variables.values(), container.command(), container.args())
                    .flatMap(Collection::stream)
                    .forEach(text -> addMeetings(text, variables, addressOf, ports));
        }
        ports.removeIf(port -> port < FIRST_ORDINARY || port > LAST);
        return ports;
    }

    private static void addMeetings(
            String text,
            Map<String, String> variables,
            Function<String, Optional<String>> addressOf,
            Set<Integer> ports) {
        Matcher meeting = MEETING.matcher(text);
        while (meeting.find()) {
            String host = meeting.group(2) == null ? variables.getOrDefault(meeting.group(1), "") : meeting.group(2);
            if (!GOES_ON.isFoundIn(text.substring(meeting.end(), Math.min(meeting.end() + 1, text.length())))
                    && addressOf.apply(host).isPresent()) {
                ports.add(Integer.valueOf(meeting.group(3)));
            }
        }
    }
}
