package io.trainyard.launcher.cli.service;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.foundation.yaml.YamlWriter;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.run.folder.KubeconfigFile;
import io.trainyard.launcher.run.folder.ServiceFolder;
import io.trainyard.local.client.Kubeconfig;
import io.trainyard.local.files.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes how a service is reached where the user wants it. Files appear whole or not at all, for their owner alone. Blocks. */
final class ServiceKubeconfig {
    private ServiceKubeconfig() {}

    /** Writes one more kubeconfig of a service that has written its own. */
    static void write(ServiceFolder folder, Path file) {
        try {
            // Something may have come there since the command line was read.
            if (!KubeconfigFile.isReplaceable(file)) {
                throw wrong("--kubeconfig-out: " + file + " was not written by Trainyard");
            }
            Path absolute = file.toAbsolutePath();
            PrivateFiles.createFoldersAbove(absolute);
            PrivateFiles.replace(absolute, Files.readAllBytes(folder.kubeconfig()));
        } catch (IOException e) {
            throw new UncheckedIOException("--kubeconfig-out: cannot write " + file, e);
        }
    }

    /**
     * Adds a context to the user's own kubeconfig.
     *
     * @param context its name; null for one after the folder
     * @return what to type to use it
     * @throws CommandException when the name is taken by something else, or the file is none or is being written
     */
    static String merge(ServiceFolder folder, Environment environment, @Nullable String context) {
        Path file = UserKubeconfig.of(environment.variables());
        String name = context == null ? "trainyard-" + folderName(folder) : context;
        Path lock = file.resolveSibling(file.getFileName() + ".lock");
        try {
            Path target = Files.exists(file) ? file.toRealPath() : file;
            PrivateFiles.createFoldersAbove(target);
            // The same lock that kubectl takes.
            PrivateFiles.createFile(lock);
            try {
                String server = Kubeconfig.read(folder.kubeconfig()).server();
                Map<String, Object> merged = KubeconfigMerge.merged(read(target), name, server)
                        .orElseThrow(() -> wrong("--merge-kubeconfig: " + file + " has an entry " + name
                                + " that is not Trainyard's; choose another name with --context"));
                PrivateFiles.replace(target, YamlWriter.stream(List.of(merged)).getBytes(StandardCharsets.UTF_8));
            } finally {
                Files.deleteIfExists(lock);
            }
        } catch (FileAlreadyExistsException locked) {
            throw new CommandException(
                    ExitCodes.WRONG_INPUT,
                    "--merge-kubeconfig: " + file + " is being changed by another program; if there is none, remove "
                            + lock,
                    locked);
        } catch (IOException e) {
            throw new UncheckedIOException("--merge-kubeconfig: cannot change " + file, e);
        }
        return "kubectl --context " + name;
    }

    private static Map<String, Object> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Tree.of();
        }
        Object config;
        try {
            config = Yaml.parse(Files.readString(file));
        } catch (RuntimeException malformed) {
            throw new CommandException(
                    ExitCodes.WRONG_INPUT,
                    "--merge-kubeconfig: " + file + " is no kubeconfig, so it is left alone: " + malformed.getMessage(),
                    malformed);
        }
        if (config == null) {
            return Tree.of();
        }
        if (!(config instanceof Map<?, ?> tree) || !List.of("Config", "").contains(Tree.text(tree, "kind"))) {
            throw wrong("--merge-kubeconfig: " + file + " is no kubeconfig, so it is left alone");
        }
        return Tree.object(tree);
    }

    private static String folderName(ServiceFolder folder) {
        Path above = folder.state().root().getParent();
        Path name = above == null ? null : above.getFileName();
        return name == null ? "root" : name.toString().replaceAll("[^A-Za-z0-9._-]", "-");
    }
}
