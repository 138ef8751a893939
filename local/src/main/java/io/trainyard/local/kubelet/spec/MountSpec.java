package io.trainyard.local.kubelet.spec;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Where a container sees a volume.
 *
 * @param subPath part of the volume; empty for all of it
 * @param subPathExpression the same with variables of the container in it; empty when not given
 */
public record MountSpec(String volume, String mountPath, boolean readOnly, String subPath, String subPathExpression) {

    static List<MountSpec> listOf(Map<String, Object> container) {
        List<MountSpec> mounts = new ArrayList<>();
        for (Map<String, Object> mount : Tree.objects(container, "volumeMounts")) {
            mounts.add(new MountSpec(
                    Tree.text(mount, "name"),
                    Tree.text(mount, "mountPath"),
                    Tree.flag(mount, "readOnly"),
                    Tree.text(mount, "subPath"),
                    Tree.text(mount, "subPathExpr")));
        }
        return mounts;
    }
}
