package io.trainyard.local.api.kinds;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.KindBehavior;
import io.trainyard.local.api.resource.NameRule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Services: defaults and a cluster address, behind which nothing listens. */
final class ServiceBehavior implements KindBehavior {
    private static final long MAX_PORT = 65_535;
    private static final String CLUSTER_IP = "clusterIP";
    private static final List<String> ALLOCATED = List.of(CLUSTER_IP, "clusterIPs", "ipFamilies", "ipFamilyPolicy");

    // Addresses are never used twice; there are enough of them for the life of a server.
    private int lastAddress = 10;

    @Override
    public NameRule nameRule() {
        return NameRule.LABEL;
    }

    @Override
    public void applyDefaults(Map<String, Object> service) {
        Map<String, Object> spec = Tree.ensure(service, "spec");
        spec.putIfAbsent("sessionAffinity", "None");
        spec.putIfAbsent("type", "ClusterIP");
        if (!isExternal(spec)) {
            spec.putIfAbsent("internalTrafficPolicy", "Cluster");
        }
        for (Map<String, Object> port : Tree.objects(spec, "ports")) {
            port.putIfAbsent("protocol", "TCP");
            Object target = port.get("targetPort");
            if (target == null || target.equals(0L) || target.equals("")) {
                port.put("targetPort", Tree.integer(0, port, "port"));
            }
        }
    }

    private static boolean isExternal(Map<String, Object> spec) {
        return Tree.text(spec, "type").equals("ExternalName");
    }

    @Override
    public void prepareCreate(Map<String, Object> service) {
        Map<String, Object> spec = Tree.ensure(service, "spec");
        if (!isExternal(spec)) {
            if (Tree.text(spec, CLUSTER_IP).isEmpty()) {
                lastAddress++;
                spec.put(CLUSTER_IP, "10.96." + (lastAddress >> 8 & 0xFF) + "." + (lastAddress & 0xFF));
            }
            spec.put("clusterIPs", new ArrayList<>(List.of(Tree.text(spec, CLUSTER_IP))));
            spec.putIfAbsent("ipFamilies", new ArrayList<>(List.of("IPv4")));
            spec.putIfAbsent("ipFamilyPolicy", "SingleStack");
        }
        Tree.put(service, Tree.of(), "status", "loadBalancer");
    }

    @Override
    public void prepareUpdate(Map<String, Object> service, Map<String, Object> previous) {
        Map<String, Object> spec = Tree.ensure(service, "spec");
        if (Tree.text(spec, "type").equals(Tree.text(previous, "spec", "type"))) {
            for (String field : ALLOCATED) {
                Object allocated = Tree.at(previous, "spec", field);
                if (allocated != null) {
                    spec.putIfAbsent(field, Tree.copyOf(allocated));
                }
            }
        }
    }

    @Override
    public List<FieldError> validateCreate(Map<String, Object> service) {
        List<FieldError> errors = new ArrayList<>();
        Map<String, Object> spec = Tree.child(service, "spec");
        List<Map<String, Object>> ports = Tree.objects(spec, "ports");
        boolean headless = Tree.text(spec, CLUSTER_IP).equals("None");
        if (ports.isEmpty() && !headless && !isExternal(spec)) {
            errors.add(FieldError.required("spec.ports", ""));
        }
        Set<String> names = new HashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            String path = "spec.ports[" + i + "]";
            String name = Tree.text(ports.get(i), "name");
            if (name.isEmpty() && ports.size() > 1) {
                errors.add(FieldError.required(path + ".name", ""));
            } else if (!name.isEmpty() && !names.add(name)) {
                errors.add(new FieldError(path + ".name", FieldError.Kind.DUPLICATE, name, ""));
            }
            long port = Tree.integer(0, ports.get(i), "port");
            if (port < 1 || port > MAX_PORT) {
                errors.add(FieldError.invalid(path + ".port", port, "must be between 1 and 65535, inclusive"));
            }
        }
        return errors;
    }

    @Override
    public List<FieldError> validateUpdate(Map<String, Object> service, Map<String, Object> previous) {
        List<FieldError> errors = validateCreate(service);
        String address = Tree.text(previous, "spec", CLUSTER_IP);
        if (!address.isEmpty() && !address.equals(Tree.text(service, "spec", CLUSTER_IP))) {
            errors.add(
                    FieldError.invalid("spec.clusterIP", Tree.text(service, "spec", CLUSTER_IP), "field is immutable"));
        }
        return errors;
    }

    @Override
    public boolean returnsDeletedObject() {
        return true;
    }
}
